import { globSync } from 'node:fs'

/** Mantine's small controls, which nearly all pages with a form use. */
const CONTROLS = [
  'ActionIcon',
  'Alert',
  'Anchor',
  'Badge',
  'Button',
  'CloseButton',
  'Input',
  'InputBase',
  'Loader',
  'NativeSelect',
  'PasswordInput',
  'Skeleton',
  'Text',
  'TextInput',
  'UnstyledButton',
]

/** Shared by public pages. They must not import libraries: browser tests limit the size of those pages. */
const SITE = [
  'button',
  'chat-link',
  'color-scheme',
  'date-block',
  'distance-chip',
  'empty-state',
  'error-state',
  'fact-line',
  'icons',
  'logo',
  'money',
  'offline-banner',
  'page-title',
  'sheet',
  'skip-link',
  'status-chip',
  'state-picture',
  'stored-file',
  'theme-toggle',
  'toast',
  'toast-host',
  'use-hydrated',
  'use-loaded',
  'use-page',
  'use-debounced',
]

const RACES = [
  'date-words',
  'distance-list',
  'event-picture',
  'event-status',
  'load-page',
  'price',
  'registration-window',
  'urgency',
]

/** Icons of the menu of signed-in screens that pages without this menu show too. */
const COMMON_ICONS = ['CalendarEvent', 'Fingerprint', 'Pencil', 'Run', 'SwitchHorizontal', 'Users']

/** The other icons of that menu. */
const MENU_ICONS = [
  'BuildingSkyscraper',
  'History',
  'Id',
  'ListCheck',
  'Map2',
  'Percentage',
  'ReceiptRefund',
  'ReportMoney',
  'Search',
  'ShieldLock',
  'UserShield',
  'UsersGroup',
]

const icons = (names: readonly string[]) => `icons-react/dist/esm/icons/Icon(${names.join('|')})\\.mjs$`

/** Throws for a module that does not exist; a renamed one would drop out of its chunk unnoticed. */
function modules(folders: Record<string, readonly string[]>, ending = '\\.tsx?$'): RegExp {
  const paths = Object.entries(folders).flatMap(([folder, names]) => names.map((name) => `${folder}/${name}`))
  for (const path of paths)
    if (globSync(`${import.meta.dirname}/../${path}.{ts,tsx}`).length === 0)
      throw new Error(`web/chunks.ts names ${path}, which does not exist`)
  return new RegExp(`/(${paths.join('|')})${ending}`)
}

const anyOf = (...patterns: string[]) => new RegExp(patterns.join('|'))

/**
 * The first four are libraries, cached across releases. The home page loads 44 kB and 42 requests less than
 * without shared chunks (`npm run bench -- pages`, 2026-11-23).
 */
export const sharedChunks = [
  { name: 'framework', test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
  { name: 'mantine', test: new RegExp(`@mantine/core/esm/(core|components/(${CONTROLS.join('|')}))/`) },
  { name: 'forms', test: /node_modules\/(zod|react-hook-form|@hookform)\// },
  { name: 'queries', test: /node_modules\/@tanstack\// },
  {
    name: 'site',
    test: modules({
      'contract/src': ['dates', 'payment/payment-types'],
      'web/app': ['api/page-data', 'navigation/transition', 'offline/forget-copies', 'paths', 'root'],
      'web/app/layouts': ['chat-button', 'public-header', 'public-layout', 'user-button'],
      'web/app/session': ['return-path', 'session'],
      'web/app/ui': SITE,
    }),
  },
  {
    // The form of the list of races. Lists of signed-in screens share parts of it.
    name: 'search',
    test: modules({
      'web/app/features/city': ['use-cities'],
      'web/app/lists': ['filters'],
      'web/app/ui': ['calendar-button', 'pagination', 'simple-field', 'use-typed-day'],
    }),
  },
  {
    name: 'races',
    test: modules({ 'web/app/features/event': RACES }, '\\.'),
    minShareCount: 2,
  },
  // One file of shared styles. A dozen per screen would all be listed in every page.
  { name: 'styles', test: /web\/app\/ui\/(?!track-art).*\.module\.css/, minShareCount: 3 },
  {
    // The list of races. The page of an organizer also shows its cards.
    name: 'list',
    test: modules({
      'web/app/features/event/list': ['event-card', 'event-results', 'filter-form'],
      'web/app/ui': ['track-art'],
    }),
  },
  // The next four are listed in each public page. As two dozen small chunks, they would cost more there.
  {
    // Before the menu, which would otherwise take what it imports, also for pages without a menu.
    name: 'session',
    test: anyOf(
      'icons-react/dist/esm/(createReactComponent|defaultAttributes)\\.mjs$',
      icons(COMMON_ICONS),
      modules({ 'web/app/api': ['api'], 'web/app/session': ['session-refresh', 'sign-out'] }).source,
    ),
  },
  {
    name: 'roles',
    test: modules({
      'contract/src': ['roles'],
      'web/app/layouts': ['chat-entry', 'role-links', 'switch-role'],
      'web/app/session': ['switch-role'],
      'web/app/ui': ['needs-script'],
    }),
  },
  { name: 'buttons', test: modules({ 'web/app/ui': ['link-button', 'text-button'] }) },
  {
    name: 'menu',
    test: anyOf(
      icons(MENU_ICONS),
      modules({
        'contract/src': ['permissions'],
        'web/app/features/account': ['session-avatar'],
        'web/app/layouts': ['menu-entries'],
        'web/app/navigation': ['use-back-target'],
        'web/app/session': ['viewing'],
        'web/app/ui': ['use-shortcuts'],
      }).source,
    ),
  },
  // A chunk of its own, because most forms use it and would otherwise load the page of a race.
  { name: 'documents', test: /contract\/src\/documents\.ts$/ },
  {
    // The page of a race, its preview and the page of an organizer. One file is smaller than five.
    name: 'race',
    test: modules({
      'web/app/features/event': ['external-url', 'organizer-logo', 'page-parts', 'share-button'],
      'web/app/features/event/page': ['event-page', 'organizer'],
    }),
  },
]
