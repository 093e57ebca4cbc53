import { CloseButton, ColorInput } from '@mantine/core'
import type { ReactNode } from 'react'

const SWATCHES = ['#1f3a5f', '#0f62fe', '#0e7c66', '#7a3ea8', '#b4234a', '#c25a12', '#3b3f46', '#e9e4da']

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

interface ColourInputProps extends ColourFieldProps {
  /** Whether it has the focus from the beginning: it is opened then. */
  hasFocus: boolean
}

/** A colour, written or picked. It comes in a file of its own: see `ColourField`. */
export function ColourInput({
  label,
  description,
  value,
  error,
  canBeEmpty = false,
  onChange,
  hasFocus,
}: ColourInputProps) {
  return (
    <ColorInput
      label={label}
      description={description}
      placeholder={canBeEmpty ? 'The presenter’s own' : '#1f3a5f'}
      format="hex"
      popoverProps={{ portalProps: { target: 'main' } }}
      fixOnBlur={!canBeEmpty}
      withEyeDropper={false}
      swatches={SWATCHES}
      swatchesPerRow={8}
      autoFocus={hasFocus}
      value={value}
      error={error}
      onChange={onChange}
      rightSection={
        canBeEmpty && value !== '' ? (
          <CloseButton size="sm" onClick={() => onChange('')} aria-label={`Clear ${label.toLowerCase()}`} />
        ) : null
      }
      onBlur={() => {
        if (canBeEmpty && !/^#[0-9a-f]{6}$/iu.test(value)) onChange('')
      }}
    />
  )
}
