/** Styles that a script imports become part of the page's one style sheet. */
declare module '*.css';
