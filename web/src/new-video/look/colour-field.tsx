import { TextInput } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'

import type { ColourFieldProps } from './colour-input.tsx'

const ColourInput = lazy(() =>
  import('./colour-input.tsx').then((module) => ({ default: module.ColourInput })),
)

/**
 * A colour, written or picked. The page does not wait for the picker: until it is there, a plain field holds its place. If that
 * field has the focus when the picker arrives, the picker opens.
 */
export function ColourField(props: ColourFieldProps) {
  const { label, description, value, error } = props
  const [isAwaited, setAwaited] = useState(false)
  return (
    <Suspense
      fallback={
        <TextInput
          label={label}
          description={description}
          value={value}
          error={error}
          readOnly
          onFocus={() => setAwaited(true)}
          onBlur={() => setAwaited(false)}
        />
      }
    >
      <ColourInput {...props} hasFocus={isAwaited} />
    </Suspense>
  )
}
