import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { sharedChunks } from './chunks.ts'
import { themeCss } from './theme-css.ts'

export default defineConfig(({ command }) => ({
  plugins: [themeCss(), reactRouter()],
  environments: {
    client: {
      build: {
        rollupOptions: {
          // Pages that take a pure rule from the contract leave its schemas, and zod with them, behind.
          treeshake: { manualPureFunctions: ['z', 'defineRoute'] },
          // An address costs its bytes where it is linked to, not wherever paths.ts is imported.
          optimization: { inlineConst: { mode: 'all', pass: 2 } },
          output: {
            codeSplitting: { groups: sharedChunks },
            // Every page carries the list of all screens' files: names would be a quarter of it.
            entryFileNames: 'assets/[hash].js',
            chunkFileNames: 'assets/[hash].js',
            // Fonts and pictures keep theirs: the server's build, which preloads them, calls them the same.
            assetFileNames: ({ names: [name = ''] }) =>
              name.endsWith('.css') ? 'assets/[hash][extname]' : 'assets/[name]-[hash][extname]',
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
