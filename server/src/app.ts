import { createServer, type RequestListener, type Server } from 'node:http'
import fastifySwagger from '@fastify/swagger'
import fastifySwaggerUi from '@fastify/swagger-ui'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { OpenAPIV3 } from 'openapi-types'
import { API_BASE } from '#contract/route.ts'
import { sandboxRoutes } from '#sandbox/routes.ts'
import { accountRoutes } from '#server/features/account/routes.ts'
import { authenticate } from '#server/features/account/session/authenticate.ts'
import { backOfficeRoutes } from '#server/features/backoffice/routes.ts'
import { couponRoutes } from '#server/features/checkout/coupon/routes.ts'
import { checkoutRoutes } from '#server/features/checkout/routes.ts'
import { cityRoutes } from '#server/features/city/routes.ts'
import { eventRoutes } from '#server/features/event/routes.ts'
import { couponUseRoutes } from '#server/features/event-management/coupons/routes.ts'
import { manageEventRoutes } from '#server/features/event-management/routes.ts'
import { enterpriseRoutes } from '#server/features/fees/routes.ts'
import { groupRoutes } from '#server/features/group/routes.ts'
import { myRegistrationRoutes } from '#server/features/my-registrations/routes.ts'
import { organizerRoutes } from '#server/features/organizer/routes.ts'
import { participantRoutes } from '#server/features/participants/routes.ts'
import { findGateway } from '#server/features/payment/gateways/find-gateway.ts'
import { paymentRoutes } from '#server/features/payment/routes.ts'
import { paymentPageRoutes } from '#server/features/payment-page/routes.ts'
import { payoutRoutes } from '#server/features/payout/routes.ts'
import { peopleRoutes } from '#server/features/people/routes.ts'
import { producerRoutes } from '#server/features/producer/routes.ts'
import { registrationRoutes } from '#server/features/registration/routes.ts'
import { reportRoutes } from '#server/features/report/routes.ts'
import { createAnswerCache } from '#server/lib/answer-cache.ts'
import { type CachedResponse, sendIfCached } from '#server/lib/cached-response.ts'
import { AppError } from '#server/lib/errors.ts'
import { createApi, handleErrors, sendError } from '#server/lib/http.ts'
import { devMailRoutes } from '#server/lib/mail/dev-mail.ts'
import type { Metrics } from '#server/lib/metrics.ts'
import { hasTwoHosts } from '#server/lib/network.ts'
import { openApiDocument } from '#server/lib/openapi.ts'
import { createPatience } from '#server/lib/patience.ts'
import { logRefusals } from '#server/lib/refusal-log.ts'
import { requestIdOf, setRequestContext } from '#server/lib/request-context.ts'
import {
  addSecurityHeaders,
  contentSecurityPolicy,
  forbidSessionCaching,
  securityHeaders,
} from '#server/lib/security-headers.ts'
import { storageRoutes } from '#server/lib/storage-routes.ts'
import { mountWeb, type Web } from '#server/lib/web.ts'
import type { Deps } from './deps.ts'
import { healthRoutes } from './health.ts'
import { seoRoutes } from './seo-routes.ts'

/** Enough for an upload of 10 MB over a slow mobile network. */
const REQUEST_TIMEOUT_MS = 120_000
/** Longer than the idle timeout of common load balancers, so that they close idle connections first. */
const KEEP_ALIVE_MS = 72_000

interface App {
  fastify: FastifyInstance
  /** Responses are cached only after the first call. */
  invalidatePublicPages: () => void
}

interface Options {
  /** Omitted: only the API is served. */
  web?: Web | undefined
  isDraining?: () => boolean
}

/** The returned app does not listen yet. */
export async function buildApp(deps: Deps, { web, isDraining = () => false }: Options = {}): Promise<App> {
  const proxies = deps.config.trustProxy
  const headers = securityHeaders(deps.config.publicUrl.startsWith('https:'))
  const answers = createAnswerCache(headers)
  let freshPage: (url: string) => CachedResponse | undefined = () => undefined
  let closing = false
  // While tracing, every request needs its span. While closing, Fastify has to end the connections.
  const fresh = (url: string) =>
    deps.tracing || closing ? undefined : (answers.fresh(url) ?? freshPage(url))
  const fastify = Fastify({
    serverFactory: (handler) => cachingServer(handler, fresh, deps.metrics),
    loggerInstance: deps.log as FastifyBaseLogger,
    // Logging every request halves the throughput: changes and failures are logged where they happen.
    logController: new LogController({ disableRequestLogging: true }),
    // No child logger per request: `log.ts` adds the request id to each line.
    childLoggerFactory: (logger) => logger,
    // Requests on open connections during draining get a normal response; then the connection closes.
    return503OnClosing: false,
    // Fastify runs no hooks for malformed requests, so the headers are set here.
    frameworkErrors: (error, request, reply) => sendError(error, request, reply.headers(headers)),
    // Behind a reverse proxy rate limits need the client's address, not the proxy's.
    trustProxy: typeof proxies === 'number' ? (_address, before) => before < proxies : proxies,
    // Only outside the contract's routes, which have their own limits: sandbox pages and unknown addresses.
    bodyLimit: 32 * 1024,
    genReqId: requestIdOf,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
  })
  fastify.addHook('preClose', async () => {
    closing = true
  })
  setRequestContext(fastify, deps.tracing)
  fastify.addHook('onRequest', (request, _reply, done) =>
    hasTwoHosts(request.raw) ? done(new AppError('malformed')) : done(),
  )
  handleErrors(fastify)
  logRefusals(fastify, deps)
  measureRequests(fastify, deps.metrics)
  addSecurityHeaders(fastify, headers)
  forbidSessionCaching(fastify)

  const { rateLimiter } = deps
  const api = createApi(fastify, (token) => authenticate(deps, token), {
    answers,
    rateLimiter,
    patience: createPatience(deps.db),
  })
  cityRoutes(api, deps)
  accountRoutes(api, deps)
  enterpriseRoutes(api, deps)
  producerRoutes(api, deps)
  eventRoutes(api, deps)
  organizerRoutes(api, deps)
  couponRoutes(api, deps)
  manageEventRoutes(api, deps)
  couponUseRoutes(api, deps)
  registrationRoutes(api, deps)
  paymentPageRoutes(api, deps)
  groupRoutes(api, deps)
  checkoutRoutes(api, deps)
  myRegistrationRoutes(api, deps)
  peopleRoutes(api, deps)
  participantRoutes(api, deps)
  reportRoutes(api, deps)
  payoutRoutes(api, deps)
  backOfficeRoutes(api, deps)

  paymentRoutes(fastify, deps)
  if (findGateway(deps, 'sandbox')) sandboxRoutes(fastify, deps)
  seoRoutes(fastify, deps)
  storageRoutes(fastify, deps.files)
  devMailRoutes(fastify, deps.config)
  healthRoutes(fastify, deps, isDraining)
  await documentApi(fastify, deps)
  fastify.all(`${API_BASE}/*`, async () => {
    throw new AppError('not_found')
  })

  if (!web) return { fastify, invalidatePublicPages: answers.clear }
  const ownApi = {
    contactPhone: deps.config.contactPhone,
    seller: deps.config.seller,
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
  const invalidatePublicPages = () => {
    answers.clear()
    mounted.clearPages()
  }
  return { fastify, invalidatePublicPages }
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

function cachingServer(
  handler: RequestListener,
  fresh: (url: string) => CachedResponse | undefined,
  { requests }: Metrics,
): Server {
  const server = createServer((request, response) => {
    const began = performance.now()
    const sent = sendIfCached(request, response, fresh)
    if (!sent) return handler(request, response)
    const status = String(response.statusCode)[0] ?? ''
    requests.observe({ method: 'GET', route: sent.route, status }, (performance.now() - began) / 1000)
  })
  // Fastify does not apply its timeouts to a server from `serverFactory`.
  server.requestTimeout = REQUEST_TIMEOUT_MS
  server.keepAliveTimeout = KEEP_ALIVE_MS
  return server
}

/** Labels requests by route, because addresses are unbounded. */
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
