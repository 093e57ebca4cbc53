import { Button, Group, Text } from '@mantine/core'
import type { ButtonProps } from '@mantine/core'
import { Clapperboard } from 'lucide-react'

import styles from './new-video.module.css'

/** The button that creates the video. */
export function CreateButton(look: ButtonProps) {
  return (
    <Button type="submit" leftSection={<Clapperboard size={18} aria-hidden />} {...look}>
      Create video
    </Button>
  )
}

/** On phones: what the video looks like, how long it is, and the button that creates it, at the foot of the window. */
export function CreateBar({
  picture,
  says,
  ...button
}: {
  /** Address of the still. */
  picture: string | null
  /** The length, or what is missing. */
  says: string | null
} & Pick<ButtonProps, 'loading' | 'disabled'>) {
  return (
    <Group hiddenFrom="md" className={styles['bar'] ?? ''} gap="sm" wrap="nowrap">
      {picture && <img src={picture} alt="" />}
      <Text size="sm" c="dimmed" flex={1} lh={1.2}>
        {says}
      </Text>
      <CreateButton {...button} />
    </Group>
  )
}
