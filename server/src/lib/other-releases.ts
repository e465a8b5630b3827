import { access, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Where a release has the files whose names contain a hash. */
const ASSETS = 'web/build/client/assets'

/**
 * Finds a file in the releases installed side by side, so that pages opened before an upgrade, or from another
 * machine after it, load their scripts. Returns the folder that holds it.
 */
export async function findAsset(releasesDir: string, name: string): Promise<string | null> {
  if (!/^\w[\w.-]*$/.test(name)) return null
  for (const release of await readdir(releasesDir).catch(() => [])) {
    const folder = join(releasesDir, release, ASSETS)
    const isThere = await access(join(folder, name)).then(
      () => true,
      () => false,
    )
    if (isThere) return folder
  }
  return null
}
