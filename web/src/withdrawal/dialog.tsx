import { Button, Checkbox, Modal, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

import { DialogEnd } from '../parts/dialog-end.tsx'
import { notifyDone, notifyFailed } from '../parts/notify.ts'
import type { Withdrawal } from './words.ts'

/** Says what withdrawing means, and does it in one click. @param withdraw asks the server. */
export function WithdrawDialog({
  withdrawal: { question, means, asksAboutVideos, button, done },
  isOpen,
  close,
  withdraw,
  onDone,
}: {
  withdrawal: Withdrawal
  isOpen: boolean
  close: () => void
  withdraw: (body: { keep_videos: boolean }) => Promise<unknown>
  onDone: () => Promise<unknown>
}) {
  const [keepsVideos, setKeepsVideos] = useState(false)
  const sending = useMutation({
    mutationFn: () => withdraw({ keep_videos: keepsVideos }),
    async onSuccess() {
      close()
      notifyDone(done)
      await onDone()
    },
    onError: notifyFailed,
  })
  return (
    <Modal opened={isOpen} onClose={close} title={question} centered>
      <Stack>
        {means.length === 1 ? (
          <Text size="sm">{means[0]}</Text>
        ) : (
          <Stack component="ul" fz="sm" gap={4} m={0} pl="lg">
            {means.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </Stack>
        )}
        {asksAboutVideos && (
          <Checkbox
            label="Keep the finished videos"
            description="Otherwise they are deleted."
            checked={keepsVideos}
            onChange={(event) => setKeepsVideos(event.currentTarget.checked)}
          />
        )}
        <DialogEnd onClose={close} isStayFirst>
          <Button color="red" loading={sending.isPending} onClick={() => sending.mutate()}>
            {button}
          </Button>
        </DialogEnd>
      </Stack>
    </Modal>
  )
}
