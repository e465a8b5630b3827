import type { Page } from 'playwright/test'

/**
 * Waits until a page with a footer is hydrated: React then owns its last element. Scripts start to load only
 * after the first paint.
 */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('footer') ?? {}).some((key) => key.startsWith('__reactFiber')),
  )
}
