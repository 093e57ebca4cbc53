import { Input, SegmentedControl } from '@mantine/core'
import type { ReactNode } from 'react'

/** One of a few values, and how it is shown. */
export interface OneOfValue<Value extends string> {
  readonly value: Value
  readonly label: ReactNode
}

/** A choice of one of a few values, all of which are seen, with a name above. */
export function OneOf<Value extends string>({
  label,
  description = '',
  values,
  value,
  fullWidth = false,
  onChange,
}: {
  label: string
  description?: string
  values: readonly OneOfValue<Value>[]
  value: Value
  fullWidth?: boolean
  onChange: (value: Value) => void
}) {
  return (
    <div>
      {/* The control itself is named for screen readers. */}
      <Input.Label component="div" display="block" mb={description === '' ? 6 : 0}>
        {label}
      </Input.Label>
      {description !== '' && <Input.Description mb={6}>{description}</Input.Description>}
      <SegmentedControl
        fullWidth={fullWidth}
        aria-label={label}
        data={[...values]}
        value={value}
        onChange={onChange}
      />
    </div>
  )
}
