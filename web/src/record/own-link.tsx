import { Alert, Button, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { LinkToCopy } from '../parts/link-to-copy.tsx'
import { notifyFailed } from '../parts/notify.ts'
import { makeOwnLink, ownLinkQuery } from './recording-link.ts'

/** The link by which the person takes their consent back later, from any browser. It is shown once. */
export function OwnLink({ token }: { token: string }) {
  const queries = useQueryClient()
  const { data: path = null } = useQuery(ownLinkQuery(token))
  const make = useMutation({
    mutationFn: () => makeOwnLink(token),
    onSuccess: (made) => queries.setQueryData(ownLinkQuery(token).queryKey, made),
    onError: notifyFailed,
  })
  return (
    <Alert color="blue" title="Your own link">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          This link shows your twin and lets you withdraw your consent, from any browser, for as long as the
          twin exists. Keep it to yourself: it is shown only now, and nobody else has it. The link that you
          were sent does not do that.
        </Text>
        {path === null ? (
          <Button variant="default" loading={make.isPending} onClick={() => make.mutate()}>
            Show my link
          </Button>
        ) : (
          <LinkToCopy path={path} label="Your own link" />
        )}
      </Stack>
    </Alert>
  )
}
