import { createContext } from 'react-router'

/** Calls the API inside the server's process, without a session; `path` is relative to `/api/v1`. */
export interface ServerApi {
  get(path: string): Promise<{ status: number; body: unknown }>
  /** The company's chat number, when one is configured. */
  contactPhone?: string | null
}

/** How a loader reaches the API: `context.get(apiContext).get('/events')`. */
export const apiContext = createContext<ServerApi>()
