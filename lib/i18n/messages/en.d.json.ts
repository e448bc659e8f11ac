// Written by "npm run messages" from en.json.
declare const messages: {
  "portal": {
    "name": "Signet"
  },
  "shell": {
    "host": "You are on {host}",
    "help": "Help",
    "privacy": "Privacy",
    "terms": "Terms"
  },
  "language": {
    "label": "Language",
    "change": "Change"
  },
  "title": {
    "error_prefix": "Error: {title}",
    "with_portal": "{title} · {portal}"
  },
  "summary": {
    "heading": "There is a problem"
  },
  "field": {
    "error_prefix": "Error:"
  },
  "login": {
    "title": "Sign in",
    "title_client": "Sign in to {app}",
    "heading": "Sign in",
    "to_continue": "to continue to {app}",
    "to_portal": "to your account",
    "username": "Username",
    "password": "Password",
    "show_password": "Show",
    "show_password_label": "Show password",
    "hide_password": "Hide",
    "hide_password_label": "Hide password",
    "remember": "Keep me signed in on this device",
    "remember_hint": "Leave this off on a shared device.",
    "sign_in": "Sign in",
    "pending": "Signing in…",
    "cancel": "Cancel",
    "cancel_client": "Cancel and return to {app}",
    "or": "or",
    "provider": "Continue with {provider}",
    "reauthenticate": {
      "heading": "Confirm it is you",
      "text": "{app} asks you to sign in again before you go on.",
      "text_portal": "Sign in again before you go on.",
      "confirm": "Continue",
      "account": "Signed in as"
    },
    "problem": {
      "missing_username": "Enter your username",
      "missing_password": "Enter your password",
      "invalid_credentials": "Incorrect username or password",
      "too_many_attempts": "Too many attempts. Try again in 15 minutes.",
      "busy": "Many people are signing in right now. Try again in a few seconds.",
      "wrong_account": "Sign in with the account that {app} asks for",
      "wrong_account_portal": "Sign in with the account you used before",
      "wrong_tenant": "This account cannot be used here. Sign in with another one",
      "too_many_codes": "Too many wrong codes. Sign in again.",
      "code_over": "The code no longer works. Start again"
    },
    "provider_last": "Last used",
    "organization": "Sign in with your organization",
    "continue": "Continue",
    "signing_in_as": "Signing in as",
    "change": "Use another username",
    "accounts": {
      "heading": "Choose an account",
      "another": "Use another account",
      "signed_in": "Signed in {when}",
      "remove_label": "Sign out {account}"
    },
    "sign_up": "Create an account",
    "email_code": "Send me a code by email"
  },
  "factor": {
    "title": "Confirm it’s you",
    "text": {
      "totp": "Enter the 6-digit code from your authenticator app.",
      "recovery": "Enter one of your recovery codes. Each code works once.",
      "email": "We email a code to the address of your account.",
      "passkey": "Use the passkey of your account."
    },
    "code": "Code",
    "continue": "Continue",
    "trust": "Don’t ask again on this device for {days, plural, one {# day} other {# days}}",
    "others": "Use another way",
    "way": {
      "totp": "Authenticator app",
      "recovery": "Recovery code",
      "email": "Code by email",
      "passkey": "Passkey"
    },
    "problem": {
      "code_missing": "Enter the code",
      "code_malformed": "The code must be 6 numbers",
      "code_wrong": "That code is not right. Enter the newest one.",
      "code_used": "That code was used already. Wait for the next one.",
      "recovery_malformed": "A recovery code has 10 letters and numbers",
      "recovery_wrong": "That code is not right, or it was used before",
      "factor_stopped": "There were too many wrong codes for this account. Use another way, or a device where you have signed in before.",
      "passkey_synced": "Your device syncs this passkey, so it was not added. Use a security key, or another device that does not sync its passkeys."
    },
    "send": "Send the code",
    "resend": "Send another code",
    "sent": "We sent a 6-digit code to {address}. It works for 10 minutes."
  },
  "enrol": {
    "title": "Add a second step",
    "text": "To continue, add a second way to confirm it’s you. You are asked for it when you sign in.",
    "bound_text": "To continue, add a passkey that stays on one device, such as a security key. Passkeys that are synced between devices are not enough here."
  },
  "totp": {
    "scan": "Scan this code with your authenticator app",
    "open": "Open in an authenticator app on this device",
    "key": "Can’t scan it? Enter this key in the app",
    "enter": "Then enter the 6-digit code that the app shows",
    "qr": "QR code of the key",
    "add": "Add authenticator app"
  },
  "recovery_codes": {
    "title": "Save your recovery codes",
    "text": "If you lose your device, a recovery code lets you in. Each code works once. Keep them in a safe place: we don’t show them again.",
    "copy": "Copy",
    "copied": "Copied",
    "download": "Download",
    "print": "Print",
    "saved": "I saved them, continue"
  },
  "identifier": {
    "either": "Username or email address",
    "email": "Email address",
    "missing_either": "Enter your username or email address",
    "missing_email": "Enter your email address",
    "incorrect_email": "Incorrect email address or password"
  },
  "sign_up": {
    "title": "Create an account",
    "name": "Your name (optional)",
    "email": "Email address (optional)",
    "create": "Create account",
    "pending": "Creating your account…",
    "sign_in": "Sign in with an account you have",
    "problem": {
      "username_invalid": "Use up to 100 letters, digits, spaces, dots or dashes, without the @ sign",
      "username_taken": "Choose another username: this one is taken",
      "name_invalid": "Enter your name in at most 100 characters",
      "email_invalid": "Enter an email address such as name@example.com, or leave it empty",
      "missing_email": "Enter your email address",
      "email_needed": "Enter an email address such as name@example.com",
      "code_over": "The code no longer works. Enter your password and create the account again"
    },
    "email_required": "Email address",
    "username_optional": "Username (optional)",
    "username_hint": "Without one you sign in with your email address."
  },
  "mailed_code": {
    "title": "Enter the code",
    "sent_to": "We sent a code to {email}. It works for {minutes, plural, one {# minute} other {# minutes}}.",
    "maybe_sent": "If there is an account with a confirmed email address, we sent a code to it. It works for {minutes, plural, one {# minute} other {# minutes}}.",
    "code": "Code",
    "hint": "If no mail arrives, look in the spam folder.",
    "resend": "Send another code",
    "resent": "We sent another code. The one before no longer works.",
    "pending": "Checking…",
    "problem": {
      "missing_code": "Enter the code from the mail",
      "wrong_code": "This is not the code. Look at the newest mail"
    }
  },
  "consent": {
    "title": "Allow {app}",
    "heading": "{app} wants to use your account",
    "heading_sign_in": "{app} wants to sign you in",
    "account": "Signed in as",
    "identity": "Your information",
    "resources": "What {app} can do",
    "details": "Also shared",
    "choose": "Clear what you do not want to share.",
    "required": "Required",
    "emphasize": "Sensitive",
    "remember": "Remember this decision",
    "remember_hint": "{app} will not ask again for the same access.",
    "allow": "Allow",
    "deny": "Don’t allow",
    "pending": "One moment…",
    "self_registered": "This application registered itself, and nobody here has checked its name. Its address is {host}. Allow it only if you know that address.",
    "redirect": "Either way you go on to {host}.",
    "about": "About {app}",
    "website": "Website",
    "policy": "Privacy policy",
    "terms": "Terms",
    "unknown_scope": "Use {scope}",
    "offline": "Keep access when you are away",
    "offline_text": "{app} keeps access when you are away, until you remove it.",
    "problem": {
      "nothing_selected": "Select at least one permission, or choose “Don’t allow”"
    },
    "heading_tenant": "{app} wants to use your {tenant} account",
    "remember_hint_for": "{app} will not ask again for the same access for {duration}.",
    "undo": "You can take this back in Connected apps.",
    "redirect_details": "View the full address",
    "allowed": "Already allowed"
  },
  "scope": {
    "openid": {
      "name": "Your identity",
      "text": "Confirms that you are the same person each time."
    },
    "profile": {
      "name": "Your profile",
      "text": "Your name and other profile details."
    },
    "email": {
      "name": "Your email address",
      "text": "Your email address and whether it is confirmed."
    },
    "phone": {
      "name": "Your phone number",
      "text": "Your phone number and whether it is confirmed."
    },
    "address": {
      "name": "Your postal address",
      "text": "Street, town, postal code and country."
    },
    "roles": {
      "name": "Your roles",
      "text": "The roles you have been given."
    }
  },
  "device": {
    "title": "Connect a device",
    "heading": "Connect a device",
    "text": "Enter the code shown on your device.",
    "prefilled": "Check that your device shows this code.",
    "code": "Code",
    "code_hint": "It looks like WDJB-MJHT.",
    "code_hint_numeric": "It looks like 019-450-730.",
    "warning": "Only use a code from a device you have with you. Never enter a code that someone sent you.",
    "continue": "Continue",
    "pending": "One moment…",
    "where": "Where do I find the code?",
    "where_text": "On a television, open the app and choose to sign in. In a terminal, the program prints the code. If you do not see one, start again on the device.",
    "problem": {
      "missing_code": "Enter the code shown on your device",
      "unknown_code": "That code is not right or has expired. Check your device for the current code."
    }
  },
  "device_confirm": {
    "title": "Connect {app}",
    "heading": "Connect {app} to your account?",
    "code": "Check that your device shows this code",
    "account": "Account",
    "requested": "The device asked",
    "from": "From the address",
    "access": "What it gets",
    "warning": "If you did not start this on a device of your own, or someone sent you the code or link, choose “Don’t connect”.",
    "deny": "Don’t connect",
    "allow": "Connect",
    "pending": "One moment…"
  },
  "device_done": {
    "title": "You are connected",
    "heading": "You are connected",
    "text": "Go back to your device. It may take a few seconds. You can close this page.",
    "manage": "Manage connected apps"
  },
  "device_denied": {
    "title": "You did not connect the device",
    "heading": "You did not connect the device",
    "text": "Nothing was shared. You can close this page.",
    "again": "Enter another code",
    "report": "Report this",
    "report_hint": "Did somebody else send you the code or link? Tell the people who run this service.",
    "reported": "Thank you. The people who run this service can see your report."
  },
  "logout": {
    "title": "Sign out",
    "heading": "Sign out?",
    "text": "You are signed in as {username}. This ends your session in this browser.",
    "text_many": "Several accounts are signed in on this browser. Choose which of them to sign out.",
    "sign_out": "Sign out",
    "stay": "Stay signed in",
    "pending": "Signing out…",
    "apps": "It also signs you out of {apps}.",
    "accounts": "Accounts on this browser",
    "sign_out_all": "Sign out of all accounts",
    "problem": {
      "nothing_selected": "Select at least one account, or choose “Stay signed in”"
    }
  },
  "logged_out": {
    "title": "You are signed out",
    "heading": "You are signed out",
    "text": "On a shared computer, close the browser as well.",
    "refused": {
      "heading": "You are signed out, but a request was refused",
      "text": "The application that sent you here asked for something that we cannot do, so you stay on this page. You can close it. Tell the people who run the application."
    },
    "home": "Go to the start page",
    "return_to": "Return to {app}",
    "apps_pending": "Your applications are being told.",
    "apps_done": "Your applications have been told.",
    "apps_slow": "Some applications did not answer. Close their windows as well.",
    "apps": "Your applications",
    "app_waiting": "Being signed out",
    "app_told": "Signed out",
    "app_failed": "Did not answer. Close its windows.",
    "app_silent": "May still show you. Close its windows.",
    "provider": "You may still be signed in at {provider}. Sign out there as well."
  },
  "error": {
    "page_title": "Problem signing in",
    "heading": "Something did not work",
    "text": "Go back to the application and start again. If it happens again, tell the people who run it.",
    "reference": "Reference {reference}",
    "reference_hint": "Quote this when you ask for help.",
    "details": "Details for the application’s developer",
    "continue_to": "Return to {app}",
    "home": "Go to the start page",
    "retry": "Try again",
    "restart": "Start again",
    "interaction_unknown": {
      "title": "This sign-in page is no longer valid",
      "text": "The link is incomplete, or it was used before. Go back to the application and sign in again."
    },
    "interaction_expired": {
      "title": "Your sign-in took too long",
      "text": "For your safety the page is valid for a short time only. Start the sign-in again."
    },
    "interaction_expired_pushed": {
      "title": "Your sign-in took too long",
      "text": "For your safety the page is valid for a short time only. Go back to the application and sign in again."
    },
    "interaction_other_browser": {
      "title": "This page belongs to another browser",
      "text": "A sign-in has to end in the browser where it began, and that browser has to accept cookies. Go back to the application and sign in again."
    },
    "interaction_finished": {
      "title": "You have already answered",
      "text": "This sign-in is complete, so nothing was done again. Go back to the application to carry on."
    },
    "interaction_overtaken": {
      "title": "This sign-in cannot be finished",
      "text": "The application was changed while you were here and can no longer receive your answer. Nothing was shared. Go back to the application and start again."
    },
    "device_expired": {
      "title": "This request has expired",
      "text": "It was answered before, or it took too long. Start again on your device."
    },
    "forbidden_origin": {
      "title": "This form was not sent from our page",
      "text": "Nothing was changed. Go back to the application and start again."
    },
    "invalid_request": {
      "title": "The application sent a request we cannot use",
      "text": "You did nothing wrong, and nothing was shared. Tell the people who run the application."
    },
    "invalid_client": {
      "title": "We do not know this application",
      "text": "It is not registered here, or it has been turned off. Nothing was shared with it."
    },
    "invalid_redirect_uri": {
      "title": "The return address is not registered",
      "text": "For your safety you are only led to addresses that the application has registered, so you stay here. Tell the people who run it."
    },
    "no_way_to_sign_in": {
      "title": "There is no way to sign in here",
      "text": "The application allows no sign-in method that is available to you. Tell the people who run it."
    },
    "too_many_requests": {
      "title": "Too many requests",
      "text": "Wait a few minutes, then try again."
    },
    "too_many_sign_ins": {
      "title": "Too many sign-in attempts",
      "text": "Wait a few minutes, then try again. A browser in which you signed in before still works, and so do the other ways to sign in that the page offers."
    },
    "unavailable": {
      "title": "We cannot answer right now",
      "text": "Nothing was lost. Try again in a few seconds."
    },
    "not_found": {
      "title": "There is no page here",
      "text": "Check the address, or begin at the start page."
    },
    "server_error": {
      "title": "Something went wrong on our side",
      "text": "Nothing was shared. Try again in a moment. If it happens again, ask for help with the reference below."
    },
    "request_too_large": {
      "title": "That was too much at once",
      "text": "The request was larger than we accept. Go back and try again."
    }
  },
  "leave": {
    "title": "Leaving this page",
    "heading": "Do you know this address?",
    "text": "{app} registered itself, and nobody here has checked it. It wants you to go on to {host}. Go on only if you know that address. You can close this page instead.",
    "continue": "Go to {host}"
  },
  "form_post": {
    "title": "Returning to the application",
    "heading": "One moment",
    "text": "You are on your way back to the application.",
    "continue": "Continue"
  },
  "setup": {
    "title": "Set your password",
    "heading": "Set your password",
    "account": "For the account",
    "password": "New password",
    "password_hint": "At least {minimum, plural, one {# character} other {# characters}}. A few words together are easy to remember.",
    "confirmation": "New password again",
    "save": "Set password",
    "pending": "Saving…",
    "done": {
      "heading": "Your password is set",
      "text": "From now on, sign in with your username and this password.",
      "home": "Go to the start page"
    },
    "invalid": {
      "heading": "This link does not work",
      "text": "It was used before, or it is too old. Ask an administrator for a new one."
    },
    "problem": {
      "missing_password": "Enter a new password",
      "mismatch": "Enter the same password twice",
      "password_too_short": "Use at least {minimum, plural, one {# character} other {# characters}}",
      "password_too_long": "Use a shorter password",
      "password_too_common": "Choose a password that is harder to guess",
      "password_breached": "This password is known from a data breach. Choose another one",
      "password_contains_username": "Choose a password without your username in it"
    }
  },
  "recover": {
    "forgot": "Forgot password?",
    "title": "Set a new password",
    "text": "We send you a link if your account has a confirmed email address.",
    "identifier": {
      "username": "Username",
      "email": "Email address",
      "either": "Username or email address"
    },
    "missing_identifier": {
      "username": "Enter your username",
      "email": "Enter your email address",
      "either": "Enter your username or email address"
    },
    "send": "Send link",
    "pending": "Sending…",
    "back": "Back to sign in",
    "sent": {
      "heading": "Check your email",
      "text": "If there is an account with a confirmed email address, we sent a link to it. It works for {minutes, plural, one {# minute} other {# minutes}}.",
      "hint": "If no mail arrives, look in the spam folder and check what you entered.",
      "again": "Enter something else"
    },
    "off": {
      "text": "This service sends no links to set a new password. Ask the people who run it for one.",
      "support": "Ask for help"
    }
  },
  "reset": {
    "done": {
      "heading": "Your password is set",
      "text": "You are signed out everywhere. Sign in with the new password.",
      "sign_in": "Sign in"
    },
    "invalid": {
      "text": "It was used before, it is older than {minutes, plural, one {# minute} other {# minutes}}, or there is a newer one.",
      "again": "Ask for a new link"
    }
  },
  "verify": {
    "title": "Confirm your email address",
    "text": "Confirm that {email} is your address.",
    "confirm": "Confirm address",
    "done": {
      "heading": "Your address is confirmed",
      "text": "You can close this page."
    },
    "invalid": "It was used before, it is too old, or another account has the address. Your account can send you a new one."
  },
  "undo": {
    "title": "Undo the change of your address",
    "text": "{email} becomes the address of your account again. What was added since is removed: passkeys, authenticator apps, recovery codes, other ways to sign in. You are signed out everywhere.",
    "confirm": "Undo the change",
    "done": {
      "heading": "The change is undone",
      "text": "Your former address is that of your account again. You are signed out everywhere.",
      "mailed": "Your former address is that of your account again. You are signed out everywhere. We sent a link to set a new password to this address: use it now."
    },
    "invalid": "It was used before, or it is older than 72 hours. Ask the people who run this service for help."
  },
  "link_page": {
    "account": "Go to your account"
  },
  "start": {
    "heading": "One place to sign in",
    "text": "This server signs people in and hands applications the tokens they need, with OpenID Connect and OAuth 2.0.",
    "demo": "Try the demo application",
    "demo_text": "Sign in to a small application and see the tokens it receives",
    "discovery": "Discovery document",
    "discovery_text": "What a client library needs to connect",
    "keys": "Signing keys",
    "keys_text": "The public keys that verify our tokens",
    "sign_out": "Sign out",
    "sign_out_text": "End the session in this browser",
    "account": "Your account",
    "account_text": "Your profile, security, devices and connected apps"
  },
  "demo": {
    "title": "Demo application",
    "problem": "That did not work",
    "signed_out": {
      "heading": "You are not signed in here",
      "text": "A small web application that knows the portal by its address alone. Its server runs the authorization code flow with PKCE, state and nonce, verifies the ID token and asks UserInfo."
    },
    "hello": "Hello, {name}",
    "received": "This is what the application received.",
    "id_token": "ID token, verified",
    "user_info": "UserInfo",
    "tokens": "Tokens",
    "sign_in": "Sign in",
    "sign_in_with": "Sign in with {parameter}",
    "sign_in_again": "Sign in again",
    "refresh": "Refresh the tokens",
    "sign_out": "Sign out"
  },
  "demo_device": {
    "title": "Demo television",
    "problem": {
      "access_denied": "You chose not to connect this device.",
      "expired_token": "The code was not used in time.",
      "other": "That did not work"
    },
    "idle": {
      "heading": "This television is not connected",
      "text": "A device with a screen and no keyboard. It asks the portal for a code, shows it, and waits until somebody has entered it on a phone.",
      "start": "Show a code"
    },
    "waiting": {
      "heading": "Connect this television",
      "text": "Scan the picture, or open the address on your phone or computer and enter the code.",
      "picture": "QR code of the address with the code",
      "address": "Address",
      "code": "Code",
      "lifetime": "Good for",
      "check": "Check again",
      "stop": "Stop",
      "here": "Open the address with the code in another window on this computer",
      "interval": "The television asks every {seconds, plural, one {second} other {# seconds}}."
    },
    "connected": {
      "text": "This is what the television received.",
      "forget": "Forget everything"
    }
  },
  "realm": {
    "title": "Choose how to sign in",
    "heading": "Choose how to sign in",
    "field": "Work email or company domain",
    "field_hint": "For example ada@contoso.com or contoso.com.",
    "continue": "Continue",
    "password": "Use a password instead",
    "pending": "One moment…",
    "problem": {
      "missing_domain": "Enter your work email or company domain",
      "unknown_domain": "We do not know this organization. Check the spelling, or choose another way."
    },
    "search": "Search the list",
    "search_start": "Search",
    "search_nothing": "Nothing in the list is called “{text}”.",
    "search_all": "Show the whole list",
    "own": "Your organization",
    "others": "Others"
  },
  "link": {
    "heading": "An account with this email already exists",
    "text": "{provider} knows you as {email}, and an account here has that address. Sign in to it once and the two are connected.",
    "confirm": "Sign in and connect",
    "problem": {
      "other_account": "Sign in to the account that has this email address"
    }
  },
  "complete": {
    "heading": "Complete your profile",
    "text": "{provider} did not give us a username we can use. Choose one to finish.",
    "account": "Your account at {provider}",
    "hint": "Without the @ sign.",
    "confirm": "Create account",
    "problem": {
      "missing_username": "Enter a username",
      "invalid_username": "Use up to 100 letters, digits, spaces, dots or dashes, without the @ sign",
      "username_taken": "Somebody has this username already. Enter another one."
    }
  },
  "federation": {
    "retry": "Try again",
    "other_way": "Use another way",
    "problem": {
      "cancelled": {
        "title": "You did not sign in",
        "text": "The sign-in at {provider} was canceled. Nothing was shared."
      },
      "unavailable": {
        "title": "{provider} cannot be reached",
        "text": "{provider} does not answer right now. Try again in a minute, or sign in another way."
      },
      "misconfigured": {
        "title": "Signing in with {provider} is not set up correctly",
        "text": "You did nothing wrong. Tell the people who run this service, or sign in another way."
      },
      "response": {
        "title": "The answer from {provider} could not be trusted",
        "text": "For your safety you were not signed in. Try again. If it happens again, ask for help with the reference below."
      },
      "not_linked": {
        "title": "There is no account for you here",
        "text": "You signed in at {provider}, but nobody has set up an account for you. Ask the people who run this service."
      },
      "disabled": {
        "title": "Your account is turned off",
        "text": "You signed in at {provider}, but your account here cannot be used. Ask for help."
      },
      "tenant": {
        "title": "Your account cannot be used here",
        "text": "You signed in at {provider}, but your account does not belong to this organization. Sign in with another account."
      }
    }
  },
  "passkey": {
    "sign_in": "Sign in with a passkey",
    "waiting": "Follow the steps that your browser shows.",
    "checking": "Checking your passkey…",
    "cancelled": "Passkey sign-in was canceled. Try again, or sign in another way.",
    "failed": "Passkeys do not work here at the moment. Try again, or sign in another way.",
    "unsupported": "This browser does not support passkeys.",
    "needs_script": "Passkeys need JavaScript.",
    "problem": {
      "passkey_unknown": "This passkey is not registered here any more. Sign in another way.",
      "passkey_refused": "This passkey could not be verified. Try again, or sign in another way.",
      "passkey_expired": "That took too long. Try again.",
      "passkey_copied": "This passkey may have been copied, so it cannot be used here. Sign in another way and replace it."
    },
    "second_factor": "Use your passkey",
    "list": {
      "title": "Passkeys",
      "text": "With a passkey you sign in by your fingerprint, your face or your screen lock. Nobody can guess it, and it works on this site only.",
      "empty": "You have no passkeys yet.",
      "hero": "Sign in with your fingerprint, face or screen lock",
      "create": "Create a passkey",
      "unnamed": "Passkey",
      "added": "Added {date}",
      "last_used": "Last used {date}",
      "never_used": "Not used yet",
      "synced": "On all your devices (synced)",
      "device_bound": "On one device or security key",
      "change": "Change",
      "change_label": "Change {name}"
    },
    "new": {
      "title": "Create a passkey",
      "text": "Your device asks for your fingerprint, your face or your screen lock. None of this leaves the device.",
      "name": "Name (optional)",
      "button": "Create passkey",
      "saving": "Saving your passkey…",
      "cancelled": "No passkey was created. Try again when you are ready.",
      "exists": "You already have a passkey on this device.",
      "failed": "No passkey could be created. Try again, or use another device.",
      "too_many": "Your account has as many passkeys as it can have. Remove one first.",
      "done": "Your passkey is ready."
    },
    "edit": {
      "title": "Passkey",
      "name": "Name",
      "name_hint": "A name that you will recognize, such as “Work laptop”.",
      "save": "Save",
      "saved": "The name was saved.",
      "remove": "Remove passkey",
      "remove_text": "You can no longer sign in with this passkey. Remove it from your device or password manager as well.",
      "removed": "The passkey was removed.",
      "confirm": {
        "heading": "Remove {name}?",
        "text": "You will no longer be able to sign in with this passkey. Devices that skip the second step will ask for it again.",
        "button": "Remove passkey"
      },
      "problem": {
        "name": "Enter a name of at most 100 characters that can be seen",
        "needed_by_policy": "Two-step verification is required here. Add another passkey or an authenticator app before you remove this one.",
        "only_way": "This passkey is your only way to sign in. Set a password or create another passkey before you remove it."
      }
    }
  },
  "account": {
    "change": "Not you? Use another account",
    "title": "Your account",
    "skip": "Skip to the content",
    "signed_in_as": "Signed in as",
    "switch": "Switch account",
    "sign_out": "Sign out",
    "pending": "One moment…",
    "save": "Save",
    "cancel": "Cancel",
    "missing": "This page of your account does not exist.",
    "sections": {
      "profile": "Personal info",
      "security": "Security",
      "devices": "Devices and sessions",
      "apps": "Connected apps"
    },
    "profile": {
      "text": "What people and applications see of you.",
      "picture": "Picture",
      "name": "Name",
      "username": "Username",
      "email": "Email address",
      "language": "Language",
      "zoneinfo": "Time zone",
      "change": "Change",
      "change_label": "Change: {label}",
      "is_set": "Set"
    },
    "state": {
      "not_set": "Not set",
      "unverified": "Unverified",
      "managed": "Managed by {provider}",
      "managed_text": "It comes from {provider} at each sign-in. Change it there."
    },
    "name": {
      "text": "Leave a field empty to remove it.",
      "name": "Full name",
      "given_name": "Given name",
      "family_name": "Family name",
      "problem": "Use at most 100 characters that can be seen",
      "done": "Your name was saved."
    },
    "username": {
      "text": "You sign in with it. Applications may show it to others.",
      "problem": {
        "username_invalid": "Use up to 100 letters, digits, spaces, dots or dashes. An email address has to be your own, verified one"
      },
      "done": "Your username was changed. Sign in with the new one from now on."
    },
    "language": {
      "title": "Language and time zone",
      "text": "Pages and mails use them, and applications may too.",
      "problem": "Choose one of the languages of the list",
      "zone_problem": "Choose one of the time zones of the list",
      "done": "Your language and time zone were saved."
    },
    "picture": {
      "text": "Applications that may see your profile can show it.",
      "file": "New picture",
      "hint": "A PNG, JPEG or WebP picture of at most 1 MB. It is cut to a square.",
      "remove": "Remove picture",
      "done": "Your picture was saved.",
      "removed": "Your picture was removed.",
      "problem": {
        "missing": "Choose a picture",
        "too_large": "Choose a picture of at most 1 MB",
        "type": "Choose a PNG, JPEG or WebP picture",
        "not_drawn": "Choose another picture: this one cannot be read"
      }
    },
    "password": {
      "title": "Change your password",
      "title_first": "Set a password",
      "text": "Devices that you trusted are asked for your second factor again.",
      "end_others": "Sign out everywhere else",
      "end_others_hint": "You stay signed in here.",
      "disconnect_apps": "Disconnect all apps",
      "disconnect_apps_hint": "They lose their access until you allow it again.",
      "save": "Save password",
      "done": "Your password was saved."
    },
    "devices": {
      "text": "Where you are signed in.",
      "this": "This device",
      "on": "{browser} on {system}",
      "unknown": "Unknown browser",
      "near": "near {place}",
      "first_seen": "First seen",
      "last_seen": "Last seen",
      "apps": "Apps",
      "end": "Sign out",
      "end_label": "Sign out: {device}",
      "end_others": "Sign out everywhere else",
      "end_others_text": "Every session but this one ends, and apps lose the access that they got through it. Apps that keep access when you are away keep it.",
      "ended": "The session was ended.",
      "ended_others": "You are signed out everywhere else.",
      "none": "No other active sessions.",
      "doubt": "Don’t recognize one? Change your password and sign out everywhere else.",
      "activity": "See recent activity"
    },
    "apps": {
      "text": "Applications that you allowed to use your account.",
      "empty": "You have not connected any apps.",
      "allowed": "Allowed",
      "last_used": "Last used",
      "never_used": "Not used yet",
      "keeps": "Keeps access when you are away",
      "loses": "No access when you are away",
      "devices": "Devices connected by a code",
      "device": "Device",
      "unverified": "Not verified",
      "unused": "Not used lately",
      "permissions": "What it may do",
      "client_id": "Client ID",
      "remove": "Remove access",
      "remove_heading": "Remove access of {app}?",
      "remove_text": "{app} and its devices are signed out and lose what you allowed. This cannot be undone; to connect again, sign in there and allow it. What the application stored already stays with it.",
      "removed": "{app} lost its access.",
      "remove_scope": "Take back",
      "remove_scope_label": "Take back: {scope}",
      "scope_removed": "{app} lost this permission.",
      "scope_required": "This permission cannot be taken back alone. Remove the access of the application instead."
    },
    "activity": {
      "title": "Recent activity",
      "text": "What happened to your account in the last 90 days.",
      "empty": "Nothing happened in this time.",
      "older": "Older activity",
      "by_administrator": "By an administrator",
      "not_me": "This wasn’t me",
      "not_me_heading": "Lock everybody out?",
      "not_me_text": "All sessions end, this one too. Apps lose their access, trusted devices are forgotten, and links that wait do not work any more. If you have a verified email address, you get a link to set a new password.",
      "ended_title": "Everybody was signed out",
      "ended_mailed": "A link to set a new password is on its way to your email address.",
      "ended_plain": "Sign in and change your password, or ask the people who run this service for help.",
      "events": {
        "sign_in_succeeded": "Signed in",
        "sign_in_failed": "Failed sign-in",
        "sign_out_completed": "Signed out",
        "session_ended": "A session was ended",
        "consent_granted": "Allowed an application",
        "consent_denied": "Did not allow an application",
        "grant_revoked": "Access of an application was removed",
        "device_code_approved": "Connected a device",
        "device_code_denied": "Did not connect a device",
        "password_changed": "Password changed",
        "password_link_created": "A link to set a password was made",
        "factor_added": "A way to sign in was added",
        "factor_updated": "A way to sign in was changed",
        "factor_removed": "A way to sign in was removed",
        "recovery_requested": "Recovery was asked for",
        "recovery_completed": "The account was recovered",
        "email_verified": "Email address verified",
        "email_change_started": "Change of the email address begun",
        "email_change_cancelled": "Change of the email address canceled",
        "email_changed": "Email address changed",
        "email_restored": "Email address restored",
        "identity_linked": "Connected to a provider",
        "identity_unlinked": "Disconnected from a provider",
        "user_created": "Account created",
        "user_updated": "Profile changed",
        "user_signed_out": "Signed out everywhere"
      }
    },
    "delete": {
      "title": "Delete your account",
      "text": "Your profile, your sessions and every access that you gave to applications are deleted. This cannot be undone. What applications stored themselves stays with them.",
      "username": "Type your username ({username}) to confirm",
      "button": "Delete account",
      "problem": "Type your username exactly as it is shown",
      "last_owner": "You are the last owner who can sign in. Give another person that role first.",
      "done_title": "Your account was deleted",
      "done_text": "You are signed out everywhere."
    },
    "email": {
      "title": "Your email address",
      "text": "We mail a link to the new address. The present one stays until you use the link.",
      "current": "Present address",
      "new": "New email address",
      "save": "Send link",
      "waiting": "A link waits in the mail to {email}. Use it to change your address.",
      "resend": "Send again",
      "cancel_change": "Cancel change",
      "verify": "Send link to verify",
      "sent": "A link is on its way to {email}.",
      "cancelled": "The change was canceled.",
      "problem": {
        "email_invalid": "Enter an email address such as name@example.com",
        "email_same": "Enter another address: this one is yours already",
        "no_mail": "No mail can be sent here. Ask the people who run this service.",
        "no_change": "There is nothing to send again. Enter an address."
      }
    },
    "notices": {
      "title": "New since your last visit",
      "read": "Mark as read",
      "check": "Not you? See your devices",
      "done": "Marked as read.",
      "kinds": {
        "password_changed": "Your password was changed",
        "factor_added": "A way to sign in was added",
        "factor_removed": "A way to sign in was removed",
        "recovery_code_used": "A recovery code was used",
        "recovery_codes_low": "Few recovery codes are left",
        "factor_stopped": "Too many failed sign-ins: a way to sign in is limited",
        "email_changed": "Your email address was changed",
        "new_device": "Signed in on a new device",
        "app_connected": "An app got access for when you are away",
        "device_connected": "A device was connected"
      }
    },
    "passkey_offer": {
      "text": "You recovered your account. With a passkey, there is no password to forget.",
      "later": "Not now"
    },
    "security": {
      "text": "How you sign in, and what protects your account.",
      "manage": "Manage",
      "manage_label": "Manage: {label}",
      "recovery_codes": "Recovery codes",
      "trusted": "Trusted devices",
      "unused": "Unused: {count}",
      "activity": "Recent activity"
    },
    "authenticator": {
      "text": "An app shows a code that you enter when you sign in. It works without a network.",
      "replace": "Replace",
      "replace_text": "Set up the new app. The one you have stops working then.",
      "remove": "Remove",
      "confirm": "Remove the authenticator app?",
      "confirm_text": "Its codes stop working. Devices that skip the second step will ask for it again.",
      "added": "Your authenticator app is ready.",
      "removed": "The authenticator app was removed.",
      "needed": "Two-step verification is required here. Create a passkey before you remove the authenticator app."
    },
    "recovery_codes": {
      "text": "A recovery code lets you in when you do not have your device. Each code works once.",
      "none": "You have no recovery codes.",
      "needs_factor": "Create a passkey or add an authenticator app first. Recovery codes come with it.",
      "made": "Made {date}",
      "renew": "Make new codes",
      "renew_text": "When you make new codes, the ones you have stop working."
    },
    "trusted": {
      "text": "On these devices you are not asked for your second factor.",
      "none": "You have no trusted devices.",
      "until": "Trusted until {date}",
      "last_used": "Last used {date}",
      "remove": "Remove",
      "remove_label": "Remove {device}",
      "remove_all": "Remove all",
      "remove_text": "The next sign-in there asks for your second factor. Your sessions stay.",
      "removed": "The device is trusted no more.",
      "removed_all": "No device is trusted any more."
    }
  },
  "time": {
    "now": "less than a minute ago"
  },
  "mail": {
    "link_hint": "If the button does not work, open this address:",
    "link_line": "{label}:",
    "fact": "{label}: {value}",
    "foot": "Sent by {sender}, {host}",
    "valid": "The link works once and expires after {time}.",
    "code_valid": "The code expires after {time}.",
    "ignore": "If you did not ask for this, ignore this email.",
    "keep_code": "Do not share this code. We never ask you for it.",
    "not_you": "If this was not you, somebody else may have access to your account. Review it now.",
    "change_password": "Somebody may know your password. Change it.",
    "facts": {
      "time": "Time",
      "browser": "Browser",
      "address": "IP address",
      "place": "Place",
      "name": "Name",
      "left": "Codes left"
    },
    "actions": {
      "verify": "Confirm address",
      "recover": "Set a new password",
      "invite": "Set up your account",
      "sign_in": "Sign in",
      "undo": "Undo the change",
      "review": "Review your account",
      "apps": "Review connected applications",
      "codes": "Get new codes"
    },
    "factor": {
      "passkey": "Passkey",
      "totp": "Authenticator app",
      "recovery": "Recovery codes",
      "email": "Code by email",
      "password": "Password",
      "provider": "Sign-in at another provider"
    },
    "kinds": {
      "test": {
        "subject": "Test email",
        "text": "{sender} can send email. Somebody who runs this service sent this email to test it."
      },
      "verify_email": {
        "subject": "Confirm your email address",
        "text": "Somebody entered this address for an account at {sender}. If this was you, confirm the address."
      },
      "recover": {
        "subject": "Set a new password",
        "text": "Somebody asked for a new password for your account at {sender}."
      },
      "invite": {
        "subject": "Set up your account at {sender}",
        "text": "An account was created for you. Your username is {username}."
      },
      "email_code": {
        "subject": "Your code",
        "text": "Enter this code at {sender} to continue."
      },
      "address_taken": {
        "subject": "You already have an account",
        "text": "Somebody tried to create an account at {sender} with this address. You already have one, so no other account was created."
      },
      "email_changed": {
        "subject": "Your email address was changed",
        "text": "The email address of your account at {sender} is now {current}."
      },
      "password_changed": {
        "subject": "Your password was changed",
        "text": "The password of your account at {sender} was changed."
      },
      "factor_added": {
        "subject": "A way to sign in was added",
        "text": "Added to your account at {sender}: {factor}."
      },
      "factor_removed": {
        "subject": "A way to sign in was removed",
        "text": "Removed from your account at {sender}: {factor}."
      },
      "recovery_code_used": {
        "subject": "A recovery code was used",
        "text": "Somebody signed in to your account at {sender} with a recovery code. Each code works once."
      },
      "recovery_codes_low": {
        "subject": "You have few recovery codes left",
        "text": "Get new recovery codes for your account at {sender} before you need them. The new codes replace the old ones."
      },
      "factor_stopped": {
        "subject": "Too many failed sign-ins",
        "text": "100 attempts in a row to sign in to your account at {sender} failed. Nobody got in with them. Browsers that you have not used before can now use this only to a limited extent: {factor}. Sign in in another way, or with a browser that you have used before, to end this."
      },
      "new_device": {
        "subject": "New sign-in to your account",
        "text": "Somebody signed in to your account at {sender} with a browser that was not used there before."
      },
      "app_connected": {
        "subject": "{app} has access to your account",
        "text": "{app} can now use your account at {sender}, also while you are away."
      },
      "device_connected": {
        "subject": "{app} was connected on a device",
        "text": "A device was connected to your account at {sender}. It uses {app}."
      }
    }
  },
  "outbox": {
    "title": "Outbox",
    "text": "This server sends no email, because SMTP_URL is not set. It writes each email to a file in {folder}.",
    "empty": "There are no emails yet.",
    "to": "To {address}",
    "all": "All emails"
  }
};
export default messages;
