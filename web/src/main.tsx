import './mantine.css'
import '@fontsource-variable/inter/wght.css'
import './page.css'

import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { Refusal } from './api/client.ts'
import { later } from './parts/later.tsx'
import { mendMissingParts } from './parts/page/missing-parts.ts'
import { createAppRouter } from './router.tsx'
import { cssVariables, theme } from './theme.ts'

const MOST_TRIES = 2

/** What is told before it is there waits in its store. */
const Notifications = later(async () => (await import('./parts/notifications.tsx')).Notifications)

mendMissingParts()
const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // What was refused will be refused again; what did not answer may answer.
      retry: (failures, error) =>
        failures < MOST_TRIES && (!(error instanceof Refusal) || error.status === 0 || error.status === 503),
    },
    // What a person asks for is sent now or fails now: nothing is charged hours later, when the browser is online again.
    mutations: { networkMode: 'always' },
  },
})
const router = createAppRouter(queries)

createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <Notifications />
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
