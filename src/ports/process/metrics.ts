import type { MetricLabels, MetricName } from '../../domain/health/metric-families.ts'

/** Takes down what a process counts and measures, for those who watch it. Never throws, and costs a few microseconds. */
export interface Metrics {
  /** Adds to a counter. @param by 1 when left out. */
  count<Name extends MetricName<'counter'>>(name: Name, labels: MetricLabels<Name>, by?: number): void
  /** Adds a measurement to a distribution, in the unit of its name. */
  observe<Name extends MetricName<'histogram'>>(name: Name, labels: MetricLabels<Name>, value: number): void
  /** Says how much there is of something now. */
  set<Name extends MetricName<'gauge'>>(name: Name, labels: MetricLabels<Name>, value: number): void
  /**
   * Calls back whenever somebody asks for the metrics, before they are told. One that rejects or takes long is not waited for:
   * what it would have said is as it was.
   */
  beforeTelling(update: () => void | Promise<void>): void
}
