import { Button, Modal, Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import type { ReactNode } from 'react'

import { DialogEnd } from '../../parts/dialog-end.tsx'
import { FaultNote } from '../../parts/fault-note.tsx'

/** For how long what is replaced still works: a choice, and when it is the right one. */
export interface Overlap {
  readonly seconds: number
  readonly label: string
  readonly hint: string
}

/** What is chosen until the person chooses: a day. */
const USUAL_SECONDS = 86_400

/** Asks for how long a key or secret still works after it is replaced, and then has it replaced. */
export function AskOverlap({
  title,
  question,
  overlaps,
  fault,
  isSending,
  submitLabel,
  onSubmit,
  onClose,
  children,
}: {
  title: string
  question: string
  overlaps: readonly Overlap[]
  fault: string | null | undefined
  isSending: boolean
  submitLabel: string
  onSubmit: (seconds: number) => void
  onClose: () => void
  children: ReactNode
}) {
  const [chosen, setChosen] = useState(String(USUAL_SECONDS))
  return (
    <Modal opened onClose={onClose} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit(Number(chosen))
        }}
      >
        <Stack>
          {children}
          <Radio.Group label={question} value={chosen} onChange={setChosen}>
            <Stack gap="sm" mt="xs">
              {overlaps.map(({ seconds, label, hint }) => (
                <Radio key={seconds} value={String(seconds)} label={label} description={hint} />
              ))}
            </Stack>
          </Radio.Group>
          <FaultNote fault={fault} />
          <DialogEnd onClose={onClose}>
            <Button type="submit" loading={isSending}>
              {submitLabel}
            </Button>
          </DialogEnd>
        </Stack>
      </form>
    </Modal>
  )
}
