import { Button, Group } from '@mantine/core'

/** What an infinite query says of the pages that are still to come. */
interface Pages {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly fetchNextPage: () => unknown
}

/** Reads the next page of a list; nothing on the last one. */
export function ShowMore({ pages, children }: { pages: Pages; children: string }) {
  if (!pages.hasNextPage) return null
  return (
    <Group justify="center" mt="md">
      <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
        {children}
      </Button>
    </Group>
  )
}
