/** Mantine's small controls, which nearly every page uses. */
const CONTROLS = [
  'ActionIcon',
  'Badge',
  'Button',
  'CloseButton',
  'Input',
  'InputBase',
  'Loader',
  'NativeSelect',
  'Skeleton',
  'TextInput',
  'UnstyledButton',
]

/** Our own components that public pages share. None may import a library: browser tests limit the size of those pages. */
const SITE = [
  'brand-paths',
  'chat-link',
  'date-block',
  'distance-chip',
  'empty-state',
  'error-state',
  'fact-line',
  'logo',
  'menu-list',
  'money',
  'offline-banner',
  'page-title',
  'pagination',
  'sheet',
  'skip-link',
  'status-chip',
  'stored-file',
  'theme-toggle',
  'toast',
  'toast-host',
  'use-hydrated',
  'use-loaded',
  'use-page',
  'use-debounced',
]

/** The layout of every public page, and the page of a race. */
const ICONS = [
  'IconArrowLeft',
  'IconBan',
  'IconCalendarEvent',
  'IconCalendarPlus',
  'IconLock',
  'IconLogin2',
  'IconMail',
  'IconPackage',
  'IconRun',
  'IconUser',
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

/**
 * Groups what most pages need in few files. The first two stay in the browser's cache across our releases; the others save a
 * public page two dozen requests and compress better together.
 */
export const sharedChunks = [
  { name: 'framework', test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
  { name: 'mantine', test: /node_modules\/@mantine\/core\/esm\/core\// },
  { name: 'controls', test: new RegExp(`@mantine/core/esm/components/(${CONTROLS.join('|')})/`) },
  {
    name: 'site',
    test: new RegExp(
      `web/app/(api|offline/forget-copies|return-path|paths|session(-refresh)?|sign-out|page-data|ui/(${SITE.join('|')}))\\.tsx?$` +
        `|@tabler/icons-react/dist/esm/(createReactComponent|defaultAttributes|icons/(${ICONS.join('|')}))\\.mjs$` +
        '|contract/src/(dates|documents)\\.ts$',
    ),
  },
  // What the list of races and the page of one race share. By name: that page's own modules serve its preview too.
  { name: 'races', test: new RegExp(`web/app/features/event/(${RACES.join('|')})\\.`), minShareCount: 2 },
]
