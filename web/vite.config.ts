import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'
import { compression } from 'vite-plugin-compression2'

import { FRAMES, PAGES } from './src/pages.ts'

/** Of some twenty pages: what so many use goes into a file that all load. */
const MOST_PAGES = 12
/** What so many use, and is small, goes into one file for them: a few bytes too much cost less than a file each. */
const SOME_PAGES = 4
/** Bytes of source. */
const SMALL = 6_000

/** Tells the service which addresses are pages, and which sources show each. */
function pagesForTheService(): Plugin {
  const pages = Object.values(PAGES).map(({ path, source, frame }) => ({
    path,
    sources: [...FRAMES[frame], source].map((file) => `src/${file}`),
  }))
  return {
    name: 'pages-for-the-service',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: '.vite/pages.json', source: JSON.stringify(pages) })
    },
  }
}

/** Builds the application into `dist`, each file also compressed as it will be sent. */
export default defineConfig({
  plugins: [
    react(),
    pagesForTheService(),
    compression({
      algorithms: ['brotliCompress', 'gzip'],
      include: /\.(?:html|js|css|svg)$/u,
      threshold: 512,
    }),
  ],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // Tells the service which files a page consists of.
    manifest: true,
    rolldownOptions: {
      output: {
        // Few files: each costs a request, its headers, and words that would have compressed away.
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], priority: 5 },
            // Pages without a form say faults too.
            { name: 'fault', test: /parts\/fault-note/u, priority: 5 },
            { name: 'all', minShareCount: MOST_PAGES, priority: 3 },
            { name: 'shell', test: /shell\/shell/u, priority: 2 },
            // For pages with a form to send.
            { name: 'form', test: /(?:@mantine|parts)\/form\//u, priority: 4 },
            { name: 'some', minShareCount: SOME_PAGES, maxModuleSize: SMALL, priority: 1 },
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 2_000 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8080', '/media': 'http://127.0.0.1:8080' } },
})
