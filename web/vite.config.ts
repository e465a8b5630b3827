import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { sharedChunks } from './chunks.ts'
import { commonPasswordList } from './common-passwords.ts'
import { buildTarget } from './oldest-browsers.ts'
import { themeCss } from './theme-css.ts'

export default defineConfig(({ command }) => ({
  plugins: [themeCss(), commonPasswordList(), reactRouter()],
  environments: {
    client: {
      build: {
        target: buildTarget(),
        rollupOptions: {
          // Lets pages import single functions of the contract without its schemas and zod.
          treeshake: { manualPureFunctions: ['z', 'defineRoute'] },
          // Lets each chunk contain only the paths that it uses, instead of all of paths.ts.
          optimization: { inlineConst: { mode: 'all', pass: 2 } },
          output: {
            codeSplitting: { groups: sharedChunks },
            // Every page lists the files of all screens. With names, the list would be a quarter of the page.
            entryFileNames: 'assets/[hash].js',
            chunkFileNames: 'assets/[hash].js',
            // Fonts and pictures include their names, so that the server's build preloads the same ones.
            assetFileNames: ({ names: [name = ''] }) =>
              name.endsWith('.css') ? 'assets/[hash][extname]' : 'assets/[name]-[hash][extname]',
          },
        },
      },
    },
    ssr: {
      // Otherwise React's development build renders the pages unless NODE_ENV is set.
      ...(command === 'build' && { define: { 'process.env.NODE_ENV': '"production"' } }),
      build: { rollupOptions: { input: './app/server.ts' } },
      // Bundled, so that Node does not read thousands of icon files nor production install the screens'
      // packages.
      resolve: { noExternal: command === 'build' ? true : [] },
    },
  },
}))
