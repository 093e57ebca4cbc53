import { lazy, Suspense } from 'react'
import type { ComponentType } from 'react'

/** A part that is loaded when it is first shown, such as a dialog: the page that has it comes sooner. */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Part = lazy(async () => ({ default: await load() }))
  return function Later(props: Props) {
    return (
      <Suspense fallback={null}>
        <Part {...props} />
      </Suspense>
    )
  }
}
