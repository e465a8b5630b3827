import { createContext } from 'react-router'
import type { PlatformSeller } from '#contract/seller.ts'

/** Calls the API within the server process, without a session. `path` is relative to `/api/v1`. */
export interface ServerApi {
  get(path: string): Promise<{ status: number; body: unknown }>
  contactPhone?: string | null
  seller?: PlatformSeller | null
}

/** Gives loaders access to the API: `context.get(apiContext).get('/events')`. */
export const apiContext = createContext<ServerApi>()
