import * as build from 'virtual:react-router/server-build'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import { apiContext, type ServerApi } from './api-context.ts'

/** Renders pages and answers the router's data requests (`*.data`); the server mounts it behind its own routes. */
export function createWebHandler(api: ServerApi): (request: Request) => Promise<Response> {
  const handle = createRequestHandler(build, import.meta.env.MODE)
  return (request) => {
    const context = new RouterContextProvider()
    context.set(apiContext, api)
    return handle(request, context)
  }
}
