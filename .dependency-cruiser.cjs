// Who may import whom. CONTRIBUTING.md says why; `npm test` runs it.

const FEATURES =
  'city account fees producer event registration payment checkout participants report payout backoffice'.split(
    ' ',
  )

const forbid = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to })
const feature = (name) => `^server/src/features/${name}/`
const TESTS = '\\.test\\.tsx?$'

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    forbid('no-cycles', {}, { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } }),
    forbid(
      'no-unresolved',
      {},
      { couldNotResolve: true, pathNot: ['^\\./\\+types/', '^virtual:', '\\+types/'] },
    ),

    // Rooms.
    forbid('contract-stands-alone', { path: '^contract/' }, { path: '^(server|web|e2e|bench|ops|scripts)/' }),
    forbid(
      'contract-imports-few',
      { path: '^contract/src/', pathNot: TESTS },
      { path: 'node_modules/', pathNot: 'node_modules/(zod|hucre)/' },
    ),
    forbid('contract-does-no-io', { path: '^contract/src/', pathNot: TESTS }, { dependencyTypes: ['core'] }),
    forbid('server-knows-no-web', { path: '^server/' }, { path: '^(web/app|e2e|bench|ops)/' }),
    forbid('web-knows-only-contract', { path: '^web/' }, { path: '^(server|e2e|bench|ops)/' }),
    forbid('e2e-knows-only-contract', { path: '^e2e/' }, { path: '^(server|web|bench|ops)/' }),
    forbid('product-knows-no-tests', { path: '^server/src/', pathNot: TESTS }, { path: '^server/test/' }),

    // Server.
    // A type runs nothing.
    forbid(
      'domain-is-pure',
      { path: '^server/.*/domain/', pathNot: TESTS },
      { pathNot: ['/domain/', '^contract/'], dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'sql-lives-in-queries',
      { path: '^server/src/', pathNot: ['/queries\\.ts$', '/queries/', '^server/src/lib/', TESTS] },
      { path: 'node_modules/(kysely|pg)/' },
    ),
    forbid('lib-knows-no-feature', { path: '^server/src/lib/' }, { path: '^server/src/features/' }),
    forbid(
      'postgres-knows-only-lib',
      { path: '^server/postgres/', pathNot: TESTS },
      { path: '^(contract|server/(?!postgres/|src/lib/))' },
    ),
    forbid(
      'public-event-knows-no-management',
      { path: '^server/src/features/event/', pathNot: ['^server/src/features/event/manage/', TESTS] },
      { path: '^server/src/features/event/manage/' },
    ),
    forbid(
      'gateways-only-in-payment',
      {
        path: '^server/src/',
        pathNot: ['^server/src/features/payment/', '^server/src/(deps|start|payments-reconcile)\\.ts$'],
      },
      { path: '/gateways/', pathNot: '/gateways/(find-)?gateway\\.ts$' },
    ),
    forbid(
      'nothing-imports-routes',
      { path: '^server/src/features/', pathNot: [TESTS, '/routes\\.ts$'] },
      { path: '^server/src/features/.*/routes\\.ts$' },
    ),
    ...FEATURES.flatMap((earlier, i) =>
      FEATURES.slice(i + 1).map((later) =>
        forbid(
          `${earlier}-before-${later}`,
          { path: feature(earlier), pathNot: TESTS },
          { path: feature(later) },
        ),
      ),
    ),

    // Web.
    forbid('ui-knows-no-feature', { path: '^web/app/ui/' }, { path: '^web/app/features/' }),
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
