import type { Locator, Page } from 'playwright/test'

/** A message in the corner of the screen, by some of its words. */
export const toast = (page: Page, text: string): Locator =>
  page.locator('.Toastify__toast').filter({ hasText: text })
