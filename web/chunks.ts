/** Mantine's small controls, which nearly every page with a form uses. */
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

/** Our own components that public pages share. None may import a library: browser tests limit the size of those pages. */
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
  'load-failure',
  'price',
  'registration-window',
  'urgency',
]

/** The page of a race, of which its preview and the page of an organizer use parts: in one file it is smaller than in five. */
const RACE = ['contact-way', 'event-page', 'external-url', 'organizer', 'organizer-logo', 'share-button']

/** The list of races; the page of an organizer shows its cards. */
const LIST = ['event-card', 'event-grid', 'event-results', 'filter-form', 'track-art']

/** The form of the list of races, which lists of signed-in people use parts of. */
const SEARCH = [
  'ui/calendar-button',
  'ui/pagination',
  'ui/simple-field',
  'ui/use-typed-day',
  'features/city/use-cities',
]

/**
 * Groups what most pages need in few files. The first four are libraries, which stay in the browser's cache across our releases;
 * the others save a public page two dozen requests and compress better together.
 */
export const sharedChunks = [
  { name: 'framework', test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
  { name: 'mantine', test: new RegExp(`@mantine/core/esm/(core|components/(${CONTROLS.join('|')}))/`) },
  { name: 'forms', test: /node_modules\/(zod|react-hook-form|@hookform)\// },
  { name: 'queries', test: /node_modules\/@tanstack\// },
  {
    name: 'site',
    test: new RegExp(
      `web/app/(root|layouts/(chat-button|public-header|public-layout|user-button)|offline/forget-copies|return-path|paths|session|page-data|ui/(${SITE.join('|')}))\\.tsx?$` +
        '|contract/src/dates\\.ts$',
    ),
  },
  {
    name: 'search',
    test: new RegExp(`web/app/(${SEARCH.join('|')})\\.tsx?$`),
  },
  // What the list of races and the page of one race share. By name: that page's own modules serve its preview too.
  { name: 'races', test: new RegExp(`web/app/features/event/(${RACES.join('|')})\\.`), minShareCount: 2 },
  // One file of styles instead of a dozen for each screen, all of which every page would list.
  { name: 'styles', test: /web\/app\/ui\/.*\.module\.css/, minShareCount: 3 },
  { name: 'list', test: new RegExp(`web/app/features/event/(${LIST.join('|')})\\.tsx?$`) },
  // Used by most forms too: they would bring the page of a race along.
  { name: 'documents', test: /contract\/src\/documents\.ts$/ },
  { name: 'race', test: new RegExp(`web/app/features/event/(${RACE.join('|')})\\.tsx?$`) },
]
