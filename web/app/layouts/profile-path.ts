/** Where 'Perfil' leads: the events page of the person's first role. */
export const profilePath = ([role]: readonly string[]): string =>
  role ? `/${role.toLowerCase()}/eventos` : '/'
