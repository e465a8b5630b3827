/* Features that some supported browsers lack, with the consequence there. Any other missing feature
   needs a fallback: an earlier declaration, `@supports`, or a script that tests for the feature. */

/** Each path of MDN's data also covers the paths below it. */
export const HARMLESS: Record<string, string> = {
  'css.properties.cursor': 'there is no pointer on a touch screen',
  'css.properties.text-wrap': 'lines are less even',
  'css.properties.text-box-trim': 'letters stand some tenths of a pixel lower in buttons',
  'css.properties.text-box-edge': 'letters stand some tenths of a pixel lower in buttons',
  'css.properties.field-sizing': 'the field is as high as its rows',
  'css.properties.scrollbar-width': 'a scroll bar is in sight',
  'css.properties.resize': 'what cannot be resized needs no rule',
  'css.properties.text-size-adjust': 'browsers of computers enlarge no text',
  'css.properties.font-family': 'the next font of the list is taken',
  'css.selectors.selection': 'selected text has the colours of the system',
  'css.properties.view-transition-name': 'pages change at once',
  'css.selectors.view-transition-group': 'pages change at once',
  'css.selectors.view-transition-old': 'pages change at once',
  'css.selectors.view-transition-new': 'pages change at once',
  'css.at-rules.media.scripting': 'without JavaScript, controls that need it stay in sight',
  'html.elements.search': 'screen readers do not name the region; `global.css` makes it a block',
  'html.elements.img.fetchpriority': 'the picture may come a little later',
  'html.elements.link.blocking': 'the first paint may come before all of the page is read',
}

/** Exceptions for libraries in the build. */
export const HARMLESS_IN_LIBRARIES: Record<string, string> = {
  'javascript.builtins.Error.captureStackTrace': 'zod tests for it first',
  ...HARMLESS,
  'css.properties.forced-color-adjust':
    'Mantine: the colours of some marks are the system’s in its contrast mode',
  'css.selectors.has': 'Mantine: spaces of fields and scroll bars, looks of what is disabled',
  'api.ViewTransition': 'React asks for view transitions before it uses them',
  'api.Navigator.userAgentData': 'Floating UI reads it and uses the user agent where it is undefined',
}
