import { useState } from 'react'

import { Refusal } from '../api/client.ts'

/** The state of a short form: its values, what is wrong with each, and whether it is being sent. */
export function useEntranceForm<Name extends string>(names: readonly Name[]) {
  const [values, setValues] = useState(() => empty(names))
  const [faults, setFaults] = useState<Partial<Record<Name, string>>>({})
  const [fault, setFault] = useState<string | null>(null)
  const [isSending, setIsSending] = useState(false)

  /** Sends the form. What the server finds wrong is shown at its field, or above the form. */
  async function send(work: (values: Record<Name, string>) => Promise<void>): Promise<void> {
    setIsSending(true)
    setFault(null)
    setFaults({})
    try {
      await work(values)
    } catch (error) {
      const refusal = error instanceof Refusal ? error : null
      const known = names.filter((name) => refusal?.fields[name])
      setFaults(
        Object.fromEntries(known.map((name) => [name, refusal!.fields[name]!.message])) as Partial<
          Record<Name, string>
        >,
      )
      const others = Object.entries(refusal?.fields ?? {}).filter(([name]) => !known.includes(name as Name))
      if (known.length === 0) {
        setFault(others[0]?.[1].message ?? refusal?.userMessage ?? 'Something went wrong. Please try again.')
      }
    } finally {
      setIsSending(false)
    }
  }

  /** What a text field of the form is given. */
  const field = (name: Name) => ({
    value: values[name],
    error: faults[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setValues((before) => ({ ...before, [name]: value }))
    },
  })
  /** Empties all fields. */
  const clear = () => setValues(empty(names))
  return { field, fault, isSending, send, clear }
}

function empty<Name extends string>(names: readonly Name[]): Record<Name, string> {
  return Object.fromEntries(names.map((name) => [name, ''])) as Record<Name, string>
}
