import type { Locator, Page } from 'playwright/test'

/** Finds a toast by a part of its text. */
export const toast = (page: Page, text: string): Locator =>
  page.locator('.Toastify__toast').filter({ hasText: text })
