import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { themeCss } from './theme-css.ts'

export default defineConfig(({ command }) => ({
  plugins: [themeCss(), reactRouter()],
  environments: {
    client: {
      build: {
        rollupOptions: {
          // Pages that take a pure rule from the contract leave its schemas, and zod with them, behind.
          treeshake: { manualPureFunctions: ['z', 'defineRoute'] },
          // What every page needs, in two files that outlive our own releases in the browser's cache.
          output: {
            codeSplitting: {
              groups: [
                { name: 'framework', test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
                { name: 'mantine', test: /node_modules\/@mantine\/core\/esm\/core\// },
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: { rollupOptions: { input: './app/server.ts' } },
      // Bundled when built, so that Node does not read the thousands of files behind one icon import.
      resolve: {
        noExternal: command === 'build' ? ['@tabler/icons-react', '@mantine/core', '@mantine/hooks'] : [],
      },
    },
  },
}))
