import { useForm } from '@mantine/form'
import { useState } from 'react'

import { faultOf, fieldFaults } from '../fault-of.ts'

/**
 * A form that the server checks. What it finds wrong with a field is said at that field, anything else above all fields.
 *
 * @param initialValues of each field, by the name that the server has for it.
 * @param send what submitting does; the form is busy until it is done. `reset` empties it.
 */
export function useSentForm<Values extends Record<string, unknown>>(
  initialValues: Values,
  send: (values: Values, reset: () => void) => Promise<unknown>,
) {
  const form = useForm<Values>({ initialValues })
  const [fault, setFault] = useState<string | null>(null)
  const [isSending, setIsSending] = useState(false)

  /** Says why something about the form failed; null when nothing is wrong any more. */
  function tell(error: unknown, otherwise?: string): void {
    const found = Object.entries(fieldFaults(error)).filter(([name]) => name in initialValues)
    form.setErrors(Object.fromEntries(found))
    const [first] = found
    if (first) form.getInputNode(first[0])?.focus()
    setFault(error === null || found.length > 0 ? null : faultOf(error, otherwise))
  }

  async function sendNow(values: Values): Promise<void> {
    setIsSending(true)
    tell(null)
    try {
      await send(values, form.reset)
    } catch (error) {
      tell(error)
    } finally {
      setIsSending(false)
    }
  }

  return { form, fault, isSending, tell, submit: form.onSubmit((values) => void sendNow(values)) }
}
