import * as build from 'virtual:react-router/server-build'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import { apiContext, type ServerApi } from '#web/api/api-context.ts'
import { missingAddress, type PageAddress, pageAddresses } from '#web/navigation/page-address.ts'

/** Renders pages and answers the router's data requests (`*.data`). The server caches the result. */
export function createWebPages(api: ServerApi, origin: string) {
  const handle = createRequestHandler(build, import.meta.env.MODE)
  const nothing: ServerApi = { ...api, get: async () => ({ status: 404, body: null }) }
  return {
    addressOf: pageAddresses(Object.values(build.routes).filter((route) => route !== undefined)),
    /** The given address, or that of the not-found page if its record does not exist. */
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
