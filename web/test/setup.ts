import { beforeEach, vi } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import { clearSession } from '#web/session/session.ts'
import { fetchAnswer, resetCalls } from './answers.ts'

// Vitest runs this file for each test file, but loads other modules only once, so hooks must be registered
// here.
beforeEach(async () => {
  vi.useRealTimers()
  await cleanup()
  clearSession()
  sessionStorage.clear()
  localStorage.clear()
  resetCalls()
  vi.stubGlobal('fetch', fetchAnswer)
})
