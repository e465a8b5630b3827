import { beforeEach, vi } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import { clearSession } from '../app/session.ts'
import { fetchAnswer, resetCalls } from './answers.ts'

// Run for each file; other modules are loaded once for all of them, and their hooks would be those of the first file.
beforeEach(async () => {
  vi.useRealTimers()
  await cleanup()
  clearSession()
  sessionStorage.clear()
  localStorage.clear()
  resetCalls()
  vi.stubGlobal('fetch', fetchAnswer)
})
