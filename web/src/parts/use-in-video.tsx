import { Button } from '@mantine/core'

import { usePageLink } from './page/use-page-link.ts'

/**
 * Leads from a card to a new video with its presenter or twin.
 *
 * @param who what the new video is asked for with: the names of the API's own fields.
 * @param name as the card shows it.
 */
export function UseInVideo({
  who,
  name,
}: {
  who: { readonly presenter_id: string } | { readonly twin_id: string }
  name: string
}) {
  const link = usePageLink(`/new?${new URLSearchParams(who).toString()}`)
  return (
    <Button
      component="a"
      variant="light"
      fullWidth
      mt="auto"
      aria-label={`Use in a new video: ${name}`}
      {...link}
    >
      Use in a new video
    </Button>
  )
}
