import { TextInput } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { ReactNode } from 'react'

/** What a field for a colour is given. */
export interface ColourFieldProps {
  label: string
  description?: string
  /** As `#rrggbb`, or empty. */
  value: string
  error?: ReactNode
  canBeEmpty?: boolean
  onChange: (value: string) => void
}

const ColourInput = lazy(() =>
  import('./colour-input.tsx').then((module) => ({ default: module.ColourInput })),
)

/** A colour, written or picked. The page does not wait for the picker: until it is there, a plain field holds its place. */
export function ColourField(props: ColourFieldProps) {
  const { label, description, value, error } = props
  return (
    <Suspense
      fallback={<TextInput label={label} description={description} value={value} error={error} readOnly />}
    >
      <ColourInput {...props} />
    </Suspense>
  )
}
