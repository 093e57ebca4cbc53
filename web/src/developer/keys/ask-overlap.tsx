import { Button, Modal, Radio, Stack } from '@mantine/core'
import type { ReactNode } from 'react'

import { DialogEnd } from '../../parts/dialog-end.tsx'
import { SentForm } from '../../parts/form/sent-form.tsx'
import { useSentForm } from '../../parts/form/use-sent-form.ts'

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
  submitLabel,
  onSubmit,
  onClose,
  children,
}: {
  title: string
  question: string
  overlaps: readonly Overlap[]
  submitLabel: string
  onSubmit: (seconds: number) => Promise<unknown>
  onClose: () => void
  children: ReactNode
}) {
  const state = useSentForm({ overlap: String(USUAL_SECONDS) }, ({ overlap }) => onSubmit(Number(overlap)))
  return (
    <Modal opened onClose={onClose} title={title}>
      <SentForm state={state}>
        {children}
        <Radio.Group label={question} {...state.form.getInputProps('overlap')}>
          <Stack gap="sm" mt="xs">
            {overlaps.map(({ seconds, label, hint }) => (
              <Radio key={seconds} value={String(seconds)} label={label} description={hint} />
            ))}
          </Stack>
        </Radio.Group>
        <DialogEnd onClose={onClose}>
          <Button type="submit" loading={state.isSending}>
            {submitLabel}
          </Button>
        </DialogEnd>
      </SentForm>
    </Modal>
  )
}
