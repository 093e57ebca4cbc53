import { createTheme, rem } from '@mantine/core'
import type { CSSVariablesResolver, MantineColorsTuple } from '@mantine/core'

/** The one accent: an indigo that passes WCAG AA on white and, one step lighter, on dark. */
const accent: MantineColorsTuple = [
  '#eef2ff',
  '#e0e7ff',
  '#c7d2fe',
  '#a5b4fc',
  '#818cf8',
  '#5b5ee8',
  '#4f46e5',
  '#4338ca',
  '#3730a3',
  '#312e81',
]

/** Mantine's red, its middle darkened until white words on it pass WCAG AA. */
const red: MantineColorsTuple = [
  '#fff5f5',
  '#ffe3e3',
  '#ffc9c9',
  '#ffa8a8',
  '#ff8787',
  '#d93636',
  '#d32f2f',
  '#c92a2a',
  '#b02525',
  '#971f1f',
]

/** What opens over a page belongs to its main part: screen readers jump between parts and miss what is in none. */
const IN_MAIN = { target: 'main' }

/** The greys of the dark scheme, of one hue with its accent: from words, over edges, to the ground of the page. */
const dark: MantineColorsTuple = [
  '#e4e7ee',
  '#b6bdca',
  '#8e96a6',
  '#6c7484',
  '#363c49',
  '#282d38',
  '#1e222b',
  '#13151b',
  '#0f1116',
  '#0a0c10',
]

const SURFACE = 'var(--surface)'

/** Type, spacing and colour of every page. */
export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 5 },
  colors: { accent, red, dark },
  defaultRadius: 'md',
  fontFamily: '"Inter Variable", system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSizes: { md: rem(15) },
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: rem(24), lineHeight: '1.3' },
      h2: { fontSize: rem(17), lineHeight: '1.4' },
      h3: { fontSize: rem(15), lineHeight: '1.4' },
    },
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  autoContrast: true,
  luminanceThreshold: 0.35,
  components: {
    ColorPicker: { defaultProps: { saturationLabel: 'Saturation and brightness', hueLabel: 'Hue' } },
    // Cards, lists and dialogs lie on one ground, a shade above the page in the dark.
    Paper: { defaultProps: { bg: SURFACE } },
    Avatar: { defaultProps: { color: 'accent' } },
    // Words, not shouts.
    Badge: { defaultProps: { tt: 'none', fw: 600 } },
    // A dialog's head is no head of the page, and its button needs a name.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    Modal: {
      defaultProps: { closeButtonProps: { 'aria-label': 'Close' } },
      styles: { header: { background: SURFACE }, title: { fontWeight: 650, fontSize: rem(17) } },
    },
    Tooltip: { defaultProps: { portalProps: IN_MAIN } },
    Menu: { defaultProps: { portalProps: IN_MAIN, withInitialFocusPlaceholder: false } },
    Select: { defaultProps: { comboboxProps: { portalProps: IN_MAIN } } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Close this message' } } },
  },
})

/** White words on red, in both schemes. */
const DANGER = { '--mantine-color-red-filled': '#c92a2a', '--mantine-color-red-filled-hover': '#b02525' }

/** Quiet text must still be read: both schemes keep it above 4.5 : 1. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    '--mantine-color-red-filled': '#c92a2a',
    '--mantine-color-red-filled-hover': '#b02525',
  },
  light: {
    ...DANGER,
    '--mantine-color-dimmed': '#5c6370',
    '--mantine-color-error': '#c92a2a',
    '--mantine-color-body': '#ffffff',
    '--surface': '#ffffff',
    '--sidebar': '#f8f9fb',
    '--mantine-color-red-light': '#fff0f0',
    // Words on a tint of their colour, as in badges and notes.
    '--mantine-color-green-light-color': '#1e6b2f',
    '--mantine-color-yellow-light-color': '#7a4a00',
    '--mantine-color-red-light-color': '#a61e1e',
  },
  dark: {
    ...DANGER,
    '--mantine-color-dimmed': '#a3aab8',
    '--mantine-color-error': '#ff8787',
    '--mantine-color-body': '#13151b',
    '--surface': '#191c23',
    '--sidebar': '#0f1116',
    // A button that cannot be pressed is still seen to be one.
    '--mantine-color-disabled': '#262b35',
    '--mantine-color-disabled-color': '#7d8595',
    // Tints that are seen on a dark ground, with words that are read on them.
    '--mantine-color-accent-light': 'rgb(129 140 248 / 16%)',
    '--mantine-color-accent-light-hover': 'rgb(129 140 248 / 22%)',
    '--mantine-color-accent-light-color': '#c7d2fe',
    '--mantine-color-gray-light': 'rgb(160 170 190 / 14%)',
    '--mantine-color-gray-light-hover': 'rgb(160 170 190 / 20%)',
    '--mantine-color-gray-light-color': '#cfd4de',
    '--mantine-color-green-light': 'rgb(64 192 87 / 16%)',
    '--mantine-color-green-light-color': '#8ce99a',
    '--mantine-color-yellow-light': 'rgb(250 176 5 / 14%)',
    '--mantine-color-yellow-light-color': '#ffe066',
    // A note about an error is calm in the dark too.
    '--mantine-color-red-light': '#3a1a1e',
    '--mantine-color-red-light-color': '#ffb3b3',
  },
})
