import { createServer, type RequestListener, type Server } from 'node:http'
import fastifySwagger from '@fastify/swagger'
import fastifySwaggerUi from '@fastify/swagger-ui'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { OpenAPIV3 } from 'openapi-types'
import { API_BASE } from '#contract/route.ts'
import type { Deps } from './deps.ts'
import { accountRoutes } from './features/account/routes.ts'
import { authenticate } from './features/account/session/authenticate.ts'
import { backOfficeRoutes } from './features/backoffice/routes.ts'
import { couponRoutes } from './features/checkout/coupon/routes.ts'
import { checkoutRoutes } from './features/checkout/routes.ts'
import { cityRoutes } from './features/city/routes.ts'
import { manageEventRoutes } from './features/event/manage/routes.ts'
import { eventRoutes } from './features/event/routes.ts'
import { seoRoutes } from './features/event/seo-routes.ts'
import { enterpriseRoutes } from './features/fees/routes.ts'
import { participantRoutes } from './features/participants/routes.ts'
import { paymentRoutes } from './features/payment/routes.ts'
import { payoutRoutes } from './features/payout/routes.ts'
import { producerRoutes } from './features/producer/routes.ts'
import { registrationRoutes } from './features/registration/routes.ts'
import { reportRoutes } from './features/report/routes.ts'
import { healthRoutes } from './health.ts'
import { createAnswerCache } from './lib/answer-cache.ts'
import { AppError } from './lib/errors.ts'
import { createApi, handleErrors, sendError } from './lib/http.ts'
import { type Kept, sendIfKept } from './lib/kept.ts'
import { devMailRoutes } from './lib/mail/dev-mail.ts'
import type { Metrics } from './lib/metrics.ts'
import { hasTwoHosts } from './lib/network.ts'
import { openApiDocument } from './lib/openapi.ts'
import { logRefusals } from './lib/refusal-log.ts'
import { keepOrigin, requestIdOf } from './lib/request-origin.ts'
import {
  addSecurityHeaders,
  contentSecurityPolicy,
  keepNoSession,
  securityHeaders,
} from './lib/security-headers.ts'
import { storageRoutes } from './lib/storage-routes.ts'
import { mountWeb, type Web } from './lib/web.ts'

/** Enough for an upload of 10 MB over a slow mobile network. */
const REQUEST_TIMEOUT_MS = 120_000
/** A little longer than what load balancers wait for, so that it is they who close. */
const KEEP_ALIVE_MS = 72_000

interface App {
  fastify: FastifyInstance
  /** Drops the public pages and answers that are kept. Answers are kept from the first call on. */
  forgetPublic: () => void
}

interface Options {
  /** Absent: the API alone. */
  web?: Web | undefined
  isDraining?: () => boolean
}

/** The complete Fastify application, not listening yet. */
export async function buildApp(deps: Deps, { web, isDraining = () => false }: Options = {}): Promise<App> {
  const proxies = deps.config.trustProxy
  const headers = securityHeaders(deps.config.publicUrl.startsWith('https:'))
  const answers = createAnswerCache(headers)
  let freshPage: (url: string) => Kept | undefined = () => undefined
  let closing = false
  // A trace shows every request; of a server that closes, Fastify ends the connections.
  const fresh = (url: string) =>
    deps.tracing || closing ? undefined : (answers.fresh(url) ?? freshPage(url))
  const fastify = Fastify({
    serverFactory: (handler) => keptServer(handler, fresh, deps.metrics),
    loggerInstance: deps.log as FastifyBaseLogger,
    // Request logging halves the throughput: changes and failures are logged where they happen.
    logController: new LogController({ disableRequestLogging: true }),
    // No logger for each request: lines carry its id anyway (`log.ts`).
    childLoggerFactory: (logger) => logger,
    // Requests on connections that are still open while the server drains are answered as any other; the connection ends with them.
    return503OnClosing: false,
    // For malformed requests no hook runs, so the headers are set here.
    frameworkErrors: (error, request, reply) => sendError(error, request, reply.headers(headers)),
    // Behind a reverse proxy rate limits need the client's address, not the proxy's.
    trustProxy: typeof proxies === 'number' ? (_address, before) => before < proxies : proxies,
    // Of what is no route of the contract: the sandbox, and addresses that do not exist.
    bodyLimit: 32 * 1024,
    genReqId: requestIdOf,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
  })
  fastify.addHook('preClose', async () => {
    closing = true
  })
  keepOrigin(fastify, deps.tracing)
  fastify.addHook('onRequest', (request, _reply, done) =>
    hasTwoHosts(request.raw) ? done(new AppError('malformed')) : done(),
  )
  handleErrors(fastify)
  logRefusals(fastify, deps)
  measureRequests(fastify, deps.metrics)
  addSecurityHeaders(fastify, headers)
  keepNoSession(fastify)

  const { rateLimiter } = deps
  const api = createApi(fastify, (token) => authenticate(deps, token), { answers, rateLimiter })
  cityRoutes(api, deps)
  accountRoutes(api, deps)
  enterpriseRoutes(api, deps)
  producerRoutes(api, deps)
  eventRoutes(api, deps)
  couponRoutes(api, deps)
  manageEventRoutes(api, deps)
  registrationRoutes(api, deps)
  checkoutRoutes(api, deps)
  participantRoutes(api, deps)
  reportRoutes(api, deps)
  payoutRoutes(api, deps)
  backOfficeRoutes(api, deps)

  paymentRoutes(fastify, deps)
  seoRoutes(fastify, deps)
  storageRoutes(fastify, deps.files)
  devMailRoutes(fastify, deps.config)
  healthRoutes(fastify, deps, isDraining)
  await documentApi(fastify, deps)
  fastify.all(`${API_BASE}/*`, async () => {
    throw new AppError('not_found')
  })

  if (!web) return { fastify, forgetPublic: answers.clear }
  const ownApi = {
    contactPhone: deps.config.contactPhone,
    async get(path: string) {
      const answer = await fastify.inject({ url: API_BASE + path })
      return { status: answer.statusCode, body: answer.json() }
    },
  }
  const mounted = await mountWeb(fastify, measured(web, deps.metrics), ownApi, {
    publicUrl: deps.config.publicUrl,
    headers,
    onFound: (found) => deps.metrics.pages.inc({ found }),
  })
  freshPage = mounted.freshPage
  const forgetPublic = () => {
    answers.clear()
    mounted.clearPages()
  }
  return { fastify, forgetPublic }
}

const measured = (web: Web, { pageSeconds }: Metrics): Web => ({
  ...web,
  createPages(...given) {
    const pages = web.createPages(...given)
    return {
      ...pages,
      async render(address) {
        const end = pageSeconds.startTimer()
        return pages.render(address).finally(end)
      },
    }
  },
})

/** Answers what is kept and fresh; the rest is for `handler`. */
function keptServer(
  handler: RequestListener,
  fresh: (url: string) => Kept | undefined,
  { requests }: Metrics,
): Server {
  const server = createServer((request, response) => {
    const began = performance.now()
    const kept = sendIfKept(request, response, fresh)
    if (!kept) return handler(request, response)
    const status = String(response.statusCode)[0] ?? ''
    requests.observe({ method: 'GET', route: kept.route, status }, (performance.now() - began) / 1000)
  })
  // Fastify's own settings are for servers that it creates.
  server.requestTimeout = REQUEST_TIMEOUT_MS
  server.keepAliveTimeout = KEEP_ALIVE_MS
  return server
}

/** By route and not by address: an address may be anything. */
function measureRequests(fastify: FastifyInstance, { requests }: Metrics): void {
  fastify.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    const status = String(reply.statusCode)[0] ?? ''
    requests.observe({ method: request.method, route, status }, reply.elapsedTime / 1000)
    done()
  })
}

async function documentApi(fastify: FastifyInstance, deps: Deps): Promise<void> {
  const document = openApiDocument(deps.config.publicUrl)
  fastify.get(`${API_BASE}/openapi.json`, async () => document)
  await fastify.register(fastifySwagger, {
    mode: 'static',
    // The plug-in's types cover OpenAPI 3.0 only; it passes the document through.
    specification: { document: document as unknown as OpenAPIV3.Document },
  })
  await fastify.register(fastifySwaggerUi, { routePrefix: '/api/docs', staticCSP: contentSecurityPolicy() })
}
