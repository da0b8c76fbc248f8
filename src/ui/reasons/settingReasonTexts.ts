/** The reasons of `reasonTexts.ts` that come of precedence and of the settings of single servers. */
export const settingReasonTexts = {
  overridden: {
    says: '{by} has the same name and is nearer, so it counts instead.',
    next: 'Give one of the two another name to have both.',
    action: 'openConfiguration',
  },
  disabledBySettings: {
    says: 'The {layer} settings switch this server off.',
    next: 'Enable it to have it run.',
    action: 'enableServer',
  },
  disabledInFile: {
    says: 'The file that holds this entry switches it off.',
    next: 'Switch it on there.',
    action: 'openConfiguration',
  },
  runsElsewhere: {
    says: 'By its settings this server runs in {where} windows only.',
    next: 'Change "where" of this server in "roundhouse.servers" to have it here.',
  },
  runsNowhere: {
    says: 'The settings of this workspace and yours leave no window in which this server runs.',
    next: 'Change "where" of this server in "roundhouse.servers".',
  },
  settingInvalid: { says: 'The value[ of "{key}"] does not fit; expected: {expected}.' },
  settingUnknown: { says: 'There is no setting "{key}".' },
  settingWidens: {
    says: '"{key}" would allow more than without it; what comes with a workspace may only allow less.',
  },
  settingOfNamesake: {
    says: '"{key}" is said of your own server of this name; of that of a workspace it may only allow less.',
  },
  settingUserOnly: { says: '"{key}" counts in the user settings only.' },
  settingsNotWritten: {
    says: 'The settings could not be written: {message}',
    next: 'Correct the settings file, then try again.',
  },
} as const;
