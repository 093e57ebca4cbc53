import type { Page } from './panels.ts'

const CREATIONS = 'presenter_http_request_duration_seconds'
const OF_CREATIONS = 'route="/api/v1/videos",method="POST"'

/** Whether customers are served: what they asked for, what they got, and how long they waited. */
export const CUSTOMERS: Page = {
  uid: 'presenter-customers',
  title: 'Presenter: customers',
  description: 'Whether customers are served: what they ask for, what they get, and how long they wait.',
  sections: [
    {
      title: 'Requests',
      graphs: [
        {
          title: 'Creations by answer',
          description: '5xx: refused by our fault. 4xx: wrong requests, and limits of plans and keys.',
          unit: 'reqps',
          lines: { '{{status}}': `sum by (status) (rate(${CREATIONS}_count{${OF_CREATIONS}}[5m]))` },
        },
        {
          title: 'Creations: time until the answer',
          description:
            'A creation waits for the decision of a worker of `videos`: more than seconds is a lack of those.',
          unit: 's',
          lines: {
            median: `histogram_quantile(0.5, sum by (le) (rate(${CREATIONS}_bucket{${OF_CREATIONS}}[5m])))`,
            '99th percentile': `histogram_quantile(0.99, sum by (le) (rate(${CREATIONS}_bucket{${OF_CREATIONS}}[5m])))`,
          },
        },
        {
          title: 'All requests by answer',
          description: 'Pages of the application are among them.',
          unit: 'reqps',
          lines: { '{{status}}': `sum by (status) (rate(${CREATIONS}_count[5m]))` },
        },
        {
          title: 'Share of requests that fail',
          description: 'Answered with 5xx.',
          unit: 'percentunit',
          lines: {
            'all requests': `sum(rate(${CREATIONS}_count{status="5xx"}[5m]) or vector(0)) / sum(rate(${CREATIONS}_count[5m]))`,
          },
        },
      ],
    },
    {
      title: 'Videos',
      graphs: [
        {
          title: 'Unfinished videos',
          description: 'Queued: waits for a slot of its plan. Rendering: is being made.',
          unit: 'short',
          lines: { '{{status}}': 'max by (status) (presenter_videos)' },
        },
        {
          title: 'Age of the oldest video that is being made',
          description: 'At 15 minutes an alert fires, and at 30 minutes the video fails.',
          unit: 's',
          lines: { oldest: 'max(presenter_oldest_unfinished_video_seconds)' },
        },
        {
          title: 'Videos that ended, an hour',
          description: 'By how they ended.',
          unit: 'short',
          lines: { '{{status}}': 'sum by (status) (rate(presenter_videos_ended_total[10m])) * 3600' },
        },
        {
          title: 'Videos that failed, an hour, by cause',
          description: '`request` is the fault of the script, the picture or the twin. All else is ours.',
          unit: 'short',
          lines: {
            '{{cause}}': 'sum by (cause) (rate(presenter_videos_ended_total{status="failed"}[10m])) * 3600',
          },
        },
        {
          title: 'Seconds of finished video, a minute',
          description: 'By the quality of the voice.',
          unit: 'short',
          lines: { '{{quality}}': 'sum by (quality) (rate(presenter_video_seconds_total[10m])) * 60' },
        },
        {
          title: 'Waiting for speech and drawing',
          description: 'The 95th percentile. Above a minute, workers of `speech` or `render` are lacking.',
          unit: 's',
          lines: {
            '{{pool}}':
              'histogram_quantile(0.95, sum by (pool, le) (rate(presenter_pool_wait_seconds_bucket{pool=~"speaking|drawing"}[10m])))',
          },
        },
      ],
    },
    {
      title: 'Webhooks',
      graphs: [
        {
          title: 'Attempts by outcome',
          description: '`failed` is tried again. `exhausted` and `gone` are not.',
          unit: 'reqps',
          lines: { '{{outcome}}': 'sum by (outcome) (rate(presenter_webhook_attempts_total[5m]))' },
        },
        {
          title: 'Events that are not delivered yet',
          description: '`endpoint_disabled` waits for the customer.',
          unit: 'short',
          lines: { '{{status}}': 'max by (status) (presenter_webhook_events)' },
        },
        {
          title: 'How late the most overdue attempt is',
          description: 'More than seconds: no worker of `webhooks` has time. At 15 minutes an alert fires.',
          unit: 's',
          lines: { late: 'max(presenter_webhook_oldest_pending_seconds)' },
        },
      ],
    },
    {
      title: 'Books and housekeeping',
      graphs: [
        {
          title: 'Differences that the last audit found',
          description: 'Anything but 0 is an alert.',
          unit: 'short',
          lines: { differences: 'max(presenter_audit_discrepancies)' },
        },
        {
          title: 'Since each step of housekeeping was done',
          description: 'A round takes place every five minutes. At 15 minutes an alert fires.',
          unit: 's',
          lines: {
            '{{step}}': 'time() - max by (step) (presenter_housekeeping_last_success_timestamp_seconds)',
          },
        },
      ],
    },
  ],
}
