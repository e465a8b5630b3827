import * as build from 'virtual:react-router/server-build'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import { apiContext, type ServerApi } from './api-context.ts'
import { missingAddress, type PageAddress, pageAddresses } from './page-address.ts'

/**
 * Renders pages and answers the router's data requests (`*.data`); the server mounts it after its own routes and caches the
 * result.
 */
export function createWebPages(api: ServerApi, origin: string) {
  const handle = createRequestHandler(build, import.meta.env.MODE)
  const nothing: ServerApi = { ...api, get: async () => ({ status: 404, body: null }) }
  return {
    addressOf: pageAddresses(Object.values(build.routes).filter((route) => route !== undefined)),
    /** Returns the address itself, or that of the not-found page; called before anything is rendered. */
    async find(address: PageAddress): Promise<PageAddress> {
      if (address.subject === null) return address
      const { status } = await api.get(address.subject)
      return status >= 400 && status < 500 ? missingAddress(address) : address
    },
    render(address: PageAddress): Promise<Response> {
      const context = new RouterContextProvider()
      context.set(apiContext, address.missing ? nothing : api)
      return handle(new Request(origin + address.url), context)
    },
  }
}
