import { Input } from '@mantine/core'
import type { ReactNode } from 'react'

/** A row of choices with a name above. */
export function Choice({
  label,
  description,
  children,
}: {
  label: string
  description?: string
  children: ReactNode
}) {
  return (
    <div>
      {/* The control itself is named for screen readers. */}
      <Input.Label component="div" display="block" mb={description ? 0 : 6}>
        {label}
      </Input.Label>
      {description && <Input.Description mb={6}>{description}</Input.Description>}
      {children}
    </div>
  )
}
