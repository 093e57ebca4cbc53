import { z } from 'zod'

/** Kubernetes leaves a number as it is that is so near the wanted one. */
const TOLERANCE = 0.1

/** A ScaledObject of the chart, as far as it says how many pods there are to be. */
export const ScaledObject = z.looseObject({
  minReplicaCount: z.int(),
  maxReplicaCount: z.int(),
  advanced: z.object({
    horizontalPodAutoscalerConfig: z.object({
      behavior: z.object({
        scaleUp: z.looseObject({ stabilizationWindowSeconds: z.literal(0) }),
        scaleDown: z.looseObject({ stabilizationWindowSeconds: z.int() }),
      }),
    }),
  }),
  triggers: z.array(
    z.object({
      type: z.literal('prometheus'),
      name: z.string(),
      metricType: z.literal('Value'),
      metadata: z.object({
        serverAddress: z.string(),
        query: z.string(),
        threshold: z.coerce.number(),
        ignoreNullValues: z.literal('false'),
      }),
    }),
  ),
})

/** How many pods there are to be, and by what. */
export type ScaledObject = z.infer<typeof ScaledObject>

/** What an autoscaler sees at one moment. */
export interface Moment {
  readonly seconds: number
  /** Pods that are ready. */
  readonly pods: number
  /** What the expression of each trigger says; null: nothing. */
  readonly values: readonly (number | null)[]
}

/**
 * How many pods are wanted at each moment, as the autoscaler of Kubernetes reckons for figures of the type `Value`: ready pods
 * times figure over threshold, upwards, the most of all triggers; never fewer than the most that were recommended within the
 * window for going down. Steps of policies are left out: they only make the way longer.
 *
 * @see https://kubernetes.io/docs/tasks/run-application/horizontal-pod-autoscale/#algorithm-details
 */
export function replicasWanted(
  { minReplicaCount, maxReplicaCount, advanced, triggers }: ScaledObject,
  moments: readonly Moment[],
): number[] {
  const { stabilizationWindowSeconds: window } = advanced.horizontalPodAutoscalerConfig.behavior.scaleDown
  const recommended = moments.map(({ pods, values }) => {
    const byTrigger = triggers.map(({ metadata: { threshold } }, index) => {
      const value = values[index]
      if (value === null || value === undefined) return pods
      const ratio = value / threshold
      return Math.abs(ratio - 1) <= TOLERANCE ? pods : Math.ceil(ratio * pods)
    })
    return Math.min(maxReplicaCount, Math.max(minReplicaCount, ...byTrigger))
  })
  return moments.map(({ seconds }, index) => {
    const recent = recommended.filter(
      (_, at) => at <= index && moments[at]!.seconds > seconds - Math.max(window, 1),
    )
    return Math.max(...recent)
  })
}
