import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

interface Files {
  imports: string[]
  css: string[]
}

interface Route extends Files {
  parentId?: string
}

interface Manifest {
  entry: Files
  routes: Record<string, Route>
}

const ASSIGNMENT = 'window.__reactRouterManifest='

/** The layouts of signed-in screens and of forms. The manifest lists the scripts that their screens share. */
const LAYOUTS = ['layouts/app-layout', 'layouts/form-layout', 'features/event-management/event-layout']

/**
 * Shortens the router's manifest, which every public page loads. Routes do not list the files of their
 * parents. Forms and signed-in screens list no scripts, because the browser finds the imports in the screen's
 * own script. Saves 5 kB on every public page (`npm run bench -- pages`, 2026-11-23).
 */
export async function shortenManifest(assets: string): Promise<void> {
  for (const name of await readdir(assets)) {
    if (!/^manifest-\w+\.js$/.test(name)) continue
    const path = join(assets, name)
    const script = await readFile(path, 'utf8')
    if (!script.startsWith(ASSIGNMENT)) throw new Error(`${name} is not React Router's manifest`)
    const manifest = JSON.parse(script.slice(ASSIGNMENT.length).replace(/;\s*$/, ''))
    await writeFile(path, `${ASSIGNMENT}${JSON.stringify(shortened(manifest))};`)
  }
}

function shortened(manifest: Manifest): Manifest {
  const { entry, routes } = manifest
  const around = ({ parentId }: Route): string[] => {
    const parent = parentId === undefined ? undefined : routes[parentId]
    return parent ? [...filesOf(parent), ...around(parent)] : filesOf(entry)
  }
  const short = Object.entries(routes).map(([id, route]) => {
    const loaded = new Set(around(route))
    const others = (files: string[]) => files.filter((file) => !loaded.has(file))
    const imports = LAYOUTS.includes(route.parentId ?? '') ? [] : others(route.imports)
    return [id, { ...route, imports, css: others(route.css) }]
  })
  return { ...manifest, routes: Object.fromEntries(short) }
}

const filesOf = ({ imports, css }: Files): string[] => [...imports, ...css]
