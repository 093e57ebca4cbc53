/** The task queues that a worker can serve. */
export const TASK_QUEUES = ['videos', 'speech', 'render', 'assembly', 'twins', 'webhooks'] as const

/** One of the task queues that a worker can serve. */
export type TaskQueue = (typeof TASK_QUEUES)[number]
