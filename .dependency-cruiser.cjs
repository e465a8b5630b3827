// Who may import whom. CONTRIBUTING.md says why; `npm test` runs it.

/** The features of the server in their order: each may import those before it. */
const SERVER_FEATURES =
  'outbox city account fees event organizer producer event-management registration payment payment-page group checkout my-registrations people event-cancellation participants report payout backoffice'.split(
    ' ',
  )

/** The features of the browser in their order. It differs because screens embed parts of other screens. */
const WEB_FEATURES =
  'city account fees event registration payment-page group checkout people my-registrations event-cancellation event-management organizer producer participants report payout backoffice'.split(
    ' ',
  )

const forbid = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to })
const TESTS = '\\.test\\.tsx?$'

/** Forbids imports of later features in earlier ones. */
const inOrder = (side, root, features) =>
  features.flatMap((earlier, i) =>
    features
      .slice(i + 1)
      .map((later) =>
        forbid(
          `${side}-${earlier}-before-${later}`,
          { path: `^${root}/features/${earlier}/`, pathNot: TESTS },
          { path: `^${root}/features/${later}/` },
        ),
      ),
  )

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    forbid('no-cycles', {}, { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } }),
    forbid(
      'no-unresolved',
      {},
      { couldNotResolve: true, pathNot: ['^\\./\\+types/', '^virtual:', '\\+types/'] },
    ),

    // Parts.
    forbid('contract-stands-alone', { path: '^contract/' }, { path: '^(server|web|e2e|bench|ops|scripts)/' }),
    forbid(
      'contract-imports-few',
      { path: '^contract/src/', pathNot: TESTS },
      { path: 'node_modules/', pathNot: 'node_modules/(zod|hucre)/' },
    ),
    forbid('contract-does-no-io', { path: '^contract/src/', pathNot: TESTS }, { dependencyTypes: ['core'] }),
    forbid(
      'server-knows-no-web',
      // These compare the server with the wizard and with the files of operation.
      { path: '^server/', pathNot: ['^server/test/(price-cases|operation-files)\\.test\\.ts$'] },
      { path: '^(web/app|e2e|bench|ops)/' },
    ),
    forbid('web-knows-only-contract', { path: '^web/' }, { path: '^(server|e2e|bench|ops)/' }),
    forbid('e2e-knows-only-contract', { path: '^e2e/' }, { path: '^(server|web|bench|ops)/' }),
    forbid(
      'product-knows-no-tests',
      { path: '^server/(src|sandbox)/', pathNot: TESTS },
      { path: '^server/test/' },
    ),

    // Server.
    // A type runs nothing.
    forbid(
      'domain-is-pure',
      { path: '^server/.*/domain/', pathNot: TESTS },
      { pathNot: ['/domain/', '^contract/', '^util$'], dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'sql-lives-in-queries',
      { path: '^server/(src|sandbox)/', pathNot: ['/queries\\.ts$', '/queries/', '^server/src/lib/', TESTS] },
      { path: 'node_modules/(kysely|pg)/' },
    ),
    forbid('lib-knows-no-feature', { path: '^server/src/lib/' }, { path: '^server/src/features/' }),
    forbid(
      'postgres-knows-only-lib',
      { path: '^server/postgres/', pathNot: TESTS },
      { path: '^(contract|server/(?!postgres/|src/lib/))' },
    ),
    forbid(
      'gateways-only-in-payment',
      {
        path: '^server/src/',
        pathNot: ['^server/src/features/payment/', '^server/src/(deps|start|payments-reconcile)\\.ts$'],
      },
      { path: '/gateways/', pathNot: '/gateways/((find-)?gateway|call-quota)\\.ts$' },
    ),
    forbid(
      'nothing-imports-routes',
      { path: '^server/src/features/', pathNot: [TESTS, '/routes\\.ts$'] },
      { path: '^server/src/features/.*/routes\\.ts$' },
    ),
    forbid(
      'sandbox-stands-apart',
      { path: '^server/src/', pathNot: ['/create-gateways\\.ts$', '^server/src/(app|worker)\\.ts$', TESTS] },
      { path: '^server/sandbox/' },
    ),
    ...inOrder('server', 'server/src', SERVER_FEATURES),

    // Web.
    forbid(
      'shared-parts-know-no-feature',
      { path: '^web/app/(ui|lists|actions|api|session|storage)/', pathNot: TESTS },
      { path: '^web/app/(features|layouts)/' },
    ),
    ...inOrder('web', 'web/app', WEB_FEATURES),
    forbid('only-routes-know-screens', { path: '^web/app/', pathNot: TESTS }, { path: '-screen\\.tsx$' }),
  ],
  options: {
    tsPreCompilationDeps: true,
    cache: { folder: 'node_modules/.cache/dependency-cruiser', strategy: 'content' },
    // TypeScript 7 has no compiler to call from JavaScript; swc reads the same syntax.
    parser: 'swc',
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^web/build/', '^web/\\.react-router/', '^node_modules/(?!(kysely|pg|zod)/)'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json'],
    },
  },
}
