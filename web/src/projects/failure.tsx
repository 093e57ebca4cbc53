import { Alert, Anchor, Button, Code, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { RotateCcw, TriangleAlert } from 'lucide-react'

import type { ProjectDetailsView } from '../../../src/api/console/door.ts'
import { ask } from '../api/client.ts'
import { useMe } from '../api/session.ts'
import { notifyFailed } from '../parts/notify.ts'
import { projectQuery } from './queries.ts'

/** Why a video could not be made, and the one retry that may help. */
export function Failure({ project }: { project: ProjectDetailsView }) {
  const { id, error, can_retry, retried_as } = project
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { supportUrl } = useMe()
  const retry = useMutation({
    mutationFn: () => ask('POST /projects/:id/retry', { params: { id } }),
    onError: notifyFailed,
    async onSuccess(again) {
      void queries.invalidateQueries({ queryKey: projectQuery(id).queryKey })
      void queries.invalidateQueries({ queryKey: ['projects'] })
      await navigate({ to: '/projects/$id', params: { id: again.id } })
    },
  })
  if (error === null) return null
  return (
    <Alert
      color="red"
      title="This video could not be made"
      icon={<TriangleAlert size={18} aria-hidden />}
      role="alert"
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          {error.user_message}{' '}
          {supportUrl !== null && (
            <Anchor href={supportUrl} target="_blank" rel="noreferrer" inherit underline="always">
              Contact support
            </Anchor>
          )}
        </Text>
        <Text size="sm">
          Details: {error.details.reason} <Code>{id}</Code>
        </Text>
        {can_retry && (
          <Button
            leftSection={<RotateCcw size={16} aria-hidden />}
            loading={retry.isPending}
            onClick={() => retry.mutate()}
          >
            Try once more
          </Button>
        )}
        {retried_as !== null && (
          <Button
            variant="default"
            renderRoot={(props) => <Link to="/projects/$id" params={{ id: retried_as }} {...props} />}
          >
            See the second try
          </Button>
        )}
      </Stack>
    </Alert>
  )
}
