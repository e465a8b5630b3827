import type { z } from 'zod'
import { ROLE_HEADER, ROLES } from '#contract/account/choose-role.ts'
import { loginWithSecondFactor } from '#contract/account/second-factor.ts'
import { login } from '#contract/account/session.ts'
import { ANSWERED_CODES } from '#contract/errors.ts'
import { type Access, API_BASE, FORM_DATA, type Route } from '#contract/route.ts'
import { ALL_ROUTES, ROUTE_NAMES } from '#contract/routes.ts'
import { exampleOf } from './openapi-examples.ts'
import { schemaTranslator } from './openapi-schemas.ts'

const isDeclared = (schema: z.ZodType) => schema.def.type !== 'undefined'

const ERROR = {
  type: 'object',
  required: ['status', 'message'],
  properties: {
    status: { type: 'integer' },
    message: { type: 'string' },
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
    code: {
      type: 'string',
      enum: ANSWERED_CODES,
      description: 'De uma resposta que pede um passo do programa.',
    },
    challenge: {
      type: 'string',
      description: 'Com second_factor_needed: o que POST /login/second-factor recebe junto com o código.',
    },
    exception: { type: 'string', description: 'A frase de um conflito de negócio (409).' },
    waiting: {
      type: 'integer',
      description: 'Quantas exportações estão na frente (409 com Retry-After). Pedir de novo guarda o lugar.',
    },
  },
}

type Translator = ReturnType<typeof schemaTranslator>

function parameters({ translate, resolve }: Translator, schema: z.ZodType, location: 'path' | 'query') {
  if (!isDeclared(schema)) return []
  const { properties = {}, required = [] } = resolve(translate(schema, 'input'))
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: property,
  }))
}

/** Login routes also accept the role header, for the role that the response describes. */
const readsRole = (route: Route): boolean =>
  route.access !== 'public' || route === login || route === loginWithSecondFactor

const ROLE_PARAMETER = { $ref: '#/components/parameters/Role' }

const ROLE = {
  name: ROLE_HEADER,
  in: 'header',
  description:
    'De quem tem vários papéis, aquele em que a chamada é feita. Sem ele, ou onde ele não basta, vale o primeiro, nesta ordem, que a rota aceita.',
  schema: { type: 'string', enum: ROLES },
}

function envelope({ translate, resolve }: Translator, route: Route) {
  const part = (name: string, schema: z.ZodType) =>
    isDeclared(schema) ? { [name]: translate(schema, 'output') } : {}
  const extra = isDeclared(route.extra) ? resolve(translate(route.extra, 'output')).properties : {}
  return {
    type: 'object',
    required: ['status', 'data'],
    properties: {
      status: { const: route.status },
      message: { type: 'string' },
      data: { type: 'null' },
      ...part('data', route.data),
      ...part('meta', route.meta),
      ...extra,
    },
  }
}

const successContent = (translator: Translator, route: Route) =>
  route.sends.length === 0
    ? { 'application/json': { schema: envelope(translator, route) } }
    : // A file has an empty schema, as OpenAPI 3.1 describes binary content.
      Object.fromEntries(route.sends.map((type) => [type, {}]))

function bodyContent({ translate, resolve }: Translator, { uploads, body }: Route) {
  const schema = isDeclared(body) ? translate(body, 'input') : null
  const json = schema && { 'application/json': { schema, example: exampleOf(schema, resolve) } }
  if (uploads === null) return json
  const file = { [uploads]: { type: 'string', contentMediaType: 'application/octet-stream' } }
  const form = schema
    ? {
        // The same body as JSON text in one field, with an optional file.
        schema: {
          type: 'object',
          required: [FORM_DATA],
          properties: { [FORM_DATA]: schema, ...file },
        },
        encoding: { [FORM_DATA]: { contentType: 'application/json' } },
      }
    : { schema: { type: 'object', required: [uploads], properties: file } }
  return { ...json, 'multipart/form-data': form }
}

const whoMayCall = (access: Access): string => {
  if (access === 'public') return 'Pública.'
  if (access === 'user') return 'Exige login.'
  return `Papéis: ${access.roles.join(', ')}.${access.permission ? ` Permissão de realizador: ${access.permission}.` : ''}`
}

function operation(translator: Translator, route: Route) {
  const error = (description: string) => ({
    description,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  })
  return {
    operationId: ROUTE_NAMES.get(route),
    tags: [route.tag],
    summary: route.summary,
    description: whoMayCall(route.access),
    security: route.access === 'public' ? [] : [{ bearer: [] }],
    parameters: [
      ...parameters(translator, route.params, 'path'),
      ...parameters(translator, route.query, 'query'),
      ...(readsRole(route) ? [ROLE_PARAMETER] : []),
    ],
    ...((isDeclared(route.body) || route.uploads) && {
      requestBody: { required: true, content: bodyContent(translator, route) },
    }),
    responses: {
      [route.status]: {
        description: route.status === 302 ? 'Leva a uma página' : 'Sucesso',
        ...(route.status !== 302 && { content: successContent(translator, route) }),
      },
      ...(route.access !== 'public' && { 401: error('Sem sessão'), 403: error('Sem permissão') }),
      422: error('Dados inválidos'),
      default: error('Falha'),
    },
  }
}

type Paths = Record<string, Record<string, unknown>>

function createParts() {
  const translator = schemaTranslator()
  const paths: Paths = {}
  for (const route of ALL_ROUTES) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(translator, route) }
  }
  return { paths: translator.finish(paths), schemas: translator.components(paths) }
}
let parts: ReturnType<typeof createParts> | undefined

/** Generated once per process from the declarations that the server validates with. */
export function openApiDocument(serverUrl: string) {
  parts ??= createParts()
  const { paths, schemas } = parts
  return {
    openapi: '3.1.0',
    info: {
      title: 'Largada',
      version: '1',
      license: { name: 'Todos os direitos reservados', identifier: 'LicenseRef-Largada' },
      description:
        'Inscrições e pagamentos de corridas. Valores são texto decimal em reais ("129.90"); datas entram como AAAA-MM-DD e saem como DD/MM/AAAA.',
    },
    servers: [{ url: serverUrl + API_BASE }],
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      parameters: { Role: ROLE },
      schemas: { ...schemas, Error: ERROR },
    },
    paths,
  }
}
