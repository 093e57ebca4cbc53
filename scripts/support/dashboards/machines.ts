import type { Page } from './panels.ts'

/** How the processes are, and what they stand on. */
export const MACHINES: Page = {
  uid: 'presenter-machines',
  title: 'Presenter: machines',
  description: 'How the processes are, what they stand on, and what there is too little of.',
  sections: [
    {
      title: 'Processes',
      graphs: [
        {
          title: 'Alerts',
          description: 'Those that fire, or soon will.',
          unit: 'short',
          lines: { '{{alertname}} {{alertstate}}': 'sum by (alertname, alertstate) (ALERTS) or vector(0)' },
        },
        {
          title: 'Processes by role and release',
          description: 'Several releases: an update is under way.',
          unit: 'short',
          lines: {
            '{{role}} {{version}} {{build_id}}': 'count by (role, version, build_id) (presenter_build_info)',
          },
        },
        {
          title: 'Workers at each queue',
          description: 'Those that take work, as the installation knows them. 0 is an alert.',
          unit: 'short',
          lines: { '{{queue}}': 'max by (queue) (presenter_workers{state="working"})' },
        },
        {
          title: 'What processes lack',
          description: 'Processes that have no use of something that their work needs.',
          unit: 'short',
          lines: {
            '{{dependency}}':
              'count by (dependency) (presenter_dependency_up) - sum by (dependency) (presenter_dependency_up)',
          },
        },
        {
          title: 'Processor time',
          description: 'Processors that each process takes, without its child processes.',
          unit: 'short',
          lines: { '{{instance}}': 'rate(process_cpu_seconds_total[5m])' },
        },
        {
          title: 'Memory',
          description: 'Of each process, without its child processes.',
          unit: 'bytes',
          lines: { '{{instance}}': 'process_resident_memory_bytes' },
        },
        {
          title: 'Event loop: 99th percentile of the delay',
          description: 'More than a tenth of a second: the machine has too little processor time.',
          unit: 's',
          lines: { '{{instance}}': 'nodejs_eventloop_lag_p99_seconds' },
        },
        {
          title: 'Free share of disks',
          description: 'Below 10 % an alert fires. Below 500 MB a process takes no work.',
          unit: 'percentunit',
          lines: { '{{instance}} {{folder}}': 'presenter_disk_free_bytes / presenter_disk_size_bytes' },
        },
      ],
    },
    {
      title: 'Making videos',
      graphs: [
        {
          title: 'Child processes: busy',
          description: 'The share of all that may work at a time. Scale by this and by what waits.',
          unit: 'percentunit',
          lines: { '{{pool}}': 'sum by (pool) (presenter_pool_busy) / sum by (pool) (presenter_pool_size)' },
        },
        {
          title: 'Child processes: waiting tasks',
          description: 'What Temporal still holds is not among them.',
          unit: 'short',
          lines: { '{{pool}}': 'sum by (pool) (presenter_pool_waiting)' },
        },
        {
          title: 'Processor time of child processes',
          description: 'Processors that each pool takes.',
          unit: 'short',
          lines: { '{{pool}}': 'sum by (pool) (rate(presenter_child_cpu_seconds_total[5m]))' },
        },
        {
          title: 'Child processes that were lost, an hour',
          description: '`lost`: ended by itself or for want of memory. `stalled`: made no progress.',
          unit: 'short',
          lines: {
            '{{pool}} {{why}}': 'sum by (pool, why) (rate(presenter_children_lost_total[10m])) * 3600',
          },
        },
        {
          title: 'Seconds of a step: 95th percentile',
          description: 'Of the steps of a video.',
          unit: 's',
          lines: {
            '{{step}}':
              'histogram_quantile(0.95, sum by (step, le) (rate(presenter_step_duration_seconds_bucket{step=~"speakPart|finishSpeech|drawSegment|assembleVideo|publishVideo"}[10m])))',
          },
        },
        {
          title: 'Tries of steps that failed, an hour, by cause',
          description: 'They are tried again; a video fails by few of them.',
          unit: 'short',
          lines: {
            '{{cause}}': 'sum by (cause) (rate(presenter_step_errors_total[10m])) * 3600 or vector(0)',
          },
        },
      ],
    },
    {
      title: 'Database, store and Temporal',
      graphs: [
        {
          title: 'Connections to the database',
          description: 'Work that waits while none is idle is an alert.',
          unit: 'short',
          lines: { '{{instance}} {{state}}': 'presenter_db_pool_connections' },
        },
        {
          title: 'Failed statements',
          description: 'By the first two characters of the SQLSTATE. 23 is a constraint that held.',
          unit: 'reqps',
          lines: { '{{code}}': 'sum by (code) (rate(presenter_db_errors_total[5m]))' },
        },
        {
          title: 'Calls of the media store',
          description: '`unavailable` and `failed` are faults, `missing` is an answer.',
          unit: 'reqps',
          lines: {
            '{{operation}} {{status}}':
              'sum by (operation, status) (rate(presenter_store_requests_total[5m]))',
          },
        },
        {
          title: 'Seconds of a call of the media store: 95th percentile',
          description: 'By operation.',
          unit: 's',
          lines: {
            '{{operation}}':
              'histogram_quantile(0.95, sum by (operation, le) (rate(presenter_store_request_duration_seconds_bucket[5m])))',
          },
        },
        {
          title: 'Temporal: seconds until a worker begins a step',
          description:
            'The 95th percentile, by queue. Steps of speech and drawing wait in the worker as well.',
          unit: 's',
          lines: {
            '{{task_queue}}':
              'histogram_quantile(0.95, sum by (task_queue, le) (rate(temporal_activity_schedule_to_start_latency_seconds_bucket[5m])))',
          },
        },
        {
          title: 'Certificates: seconds until they end',
          description: 'Below 14 days an alert fires. Empty where no certificate is set.',
          unit: 's',
          lines: { '{{instance}} {{file}}': 'presenter_certificate_expiry_timestamp_seconds - time()' },
        },
      ],
    },
  ],
}
