import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [reactRouter()],
  environments: {
    ssr: {
      build: { rollupOptions: { input: './app/server.ts' } },
      // Bundled, so that Node does not read the thousands of files behind one icon import.
      resolve: { noExternal: ['@tabler/icons-react', '@mantine/core', '@mantine/hooks'] },
    },
  },
})
