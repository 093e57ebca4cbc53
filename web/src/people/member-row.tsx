import { ActionIcon, Avatar, Badge, Box, Group, Menu, NativeSelect, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ellipsis, LogOut, UserMinus } from 'lucide-react'

import type { MemberView } from '../../../src/api/console/door.ts'
import { ask } from '../api/client.ts'
import { sessionQuery, useMe } from '../api/session.ts'
import { Moment } from '../parts/time/moment.tsx'
import { notifyDone, notifyFailed } from '../parts/notify.ts'
import { PEOPLE, peopleQuery } from './people-query.ts'
import { RemoveModal } from './remove-modal.tsx'
import { ROLES } from './roles.ts'

/** One member: who they are, their role, and what may be done about it. */
export function MemberRow({ member, isLastOwner }: { member: MemberView; isLastOwner: boolean }) {
  const { person, isOwner } = useMe()
  const [isRemoving, { open, close }] = useDisclosure()
  const isMe = member.id === person.id
  return (
    <Group gap="sm">
      <Avatar name={member.name} alt="" size={36} visibleFrom="xs" />
      {/* On a phone the name has a line of its own. */}
      <Box flex={{ base: '1 1 100%', xs: '1 1 0' }} miw={0}>
        <Group gap={8} wrap="nowrap">
          <Text fw={550} truncate>
            {member.name}
          </Text>
          {isMe && (
            <Badge variant="light" size="sm" flex="none">
              You
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed" truncate title={member.email}>
          {member.email}
        </Text>
        <Text size="xs" c="dimmed">
          Joined <Moment at={member.joined_at} />
        </Text>
      </Box>
      {isOwner && !isLastOwner ? (
        <RoleChoice member={member} />
      ) : (
        <Text size="sm" w={112} pl={{ base: 0, xs: 13 }} flex="none">
          {ROLES[member.role].name}
        </Text>
      )}
      <Box w={34} ml={{ base: 'auto', xs: 0 }} flex="none">
        {(isOwner || isMe) && !isLastOwner && (
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon variant="subtle" color="gray" size={34} aria-label={`More about ${member.name}`}>
                <Ellipsis size={18} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                leftSection={isMe ? <LogOut size={16} aria-hidden /> : <UserMinus size={16} aria-hidden />}
                onClick={open}
              >
                {isMe ? 'Leave this account' : 'Remove from this account'}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </Box>
      <RemoveModal member={member} isMe={isMe} isOpen={isRemoving} close={close} />
    </Group>
  )
}

/** The role, changed as soon as another one is chosen, and back again when that fails. */
function RoleChoice({ member }: { member: MemberView }) {
  const queries = useQueryClient()
  const { person } = useMe()
  const change = useMutation({
    mutationFn: (role: MemberView['role']) =>
      ask('PUT /people/:id', { params: { id: member.id }, body: { role } }),
    onMutate: (role) => {
      const before = queries.getQueryData(peopleQuery.queryKey)
      queries.setQueryData(
        peopleQuery.queryKey,
        (people) =>
          people && {
            ...people,
            pages: people.pages.map((page) => ({
              ...page,
              members: page.members.map((other) => (other.id === member.id ? { ...other, role } : other)),
            })),
          },
      )
      return before
    },
    onSuccess: (_, role) => notifyDone(`${member.name} is now ${ROLES[role].withArticle}.`),
    onError: (error, _, before) => {
      queries.setQueryData(peopleQuery.queryKey, before)
      notifyFailed(error)
    },
    onSettled: async () => {
      await queries.invalidateQueries(PEOPLE)
      // What one may do oneself follows from it.
      if (member.id === person.id) await queries.invalidateQueries(sessionQuery)
    },
  })
  return (
    <NativeSelect
      aria-label={`Role of ${member.name}`}
      value={member.role}
      onChange={(event) => change.mutate(event.currentTarget.value as MemberView['role'])}
      data={Object.entries(ROLES).map(([value, { name }]) => ({ value, label: name }))}
      w={112}
      flex="none"
    />
  )
}
