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
      "heading": "Confirm it’s you",
      "text": "{app} asks you to sign in again to continue.",
      "text_portal": "Sign in again to continue.",
      "confirm": "Continue",
      "account": "Signed in as"
    },
    "problem": {
      "missing_username": "Enter your username",
      "missing_password": "Enter your password",
      "invalid_credentials": "Incorrect username or password",
      "busy": "Many people are signing in right now. Try again in a few seconds.",
      "wrong_account": "Sign in with the account {app} asks for",
      "wrong_account_portal": "Sign in with the account you used before",
      "wrong_tenant": "This account can’t be used here. Sign in with another one.",
      "too_many_codes": "Too many wrong codes. Sign in again.",
      "code_over": "This code no longer works. Start again."
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
    "sign_up": "Create account",
    "email_code": "Email me a code"
  },
  "factor": {
    "title": "Confirm it’s you",
    "text": {
      "totp": "Enter the 6-digit code from your authenticator app.",
      "recovery": "Enter one of your recovery codes. Each code works once.",
      "email": "We’ll email a code to your account’s address.",
      "passkey": "Use a passkey for your account."
    },
    "code": "Code",
    "continue": "Continue",
    "trust": "Don’t ask again on this device for {days, plural, one {# day} other {# days}}",
    "others": "Use another way",
    "way": {
      "totp": "Authenticator app",
      "recovery": "Recovery code",
      "email": "Email code",
      "passkey": "Passkey"
    },
    "problem": {
      "code_missing": "Enter the code",
      "code_malformed": "Enter a code of 6 digits",
      "code_wrong": "Incorrect code. Enter the newest one.",
      "code_over": "This code no longer works. Send a new one.",
      "code_used": "This code was already used. Wait for the next one.",
      "recovery_malformed": "Enter a recovery code of 10 letters and digits",
      "recovery_wrong": "This code is incorrect or was already used",
      "factor_stopped": "Too many wrong codes for this account. Use another way, or a device where you’ve signed in before.",
      "passkey_synced": "Your device syncs this passkey, so we didn’t add it. Use a security key, or a device that doesn’t sync its passkeys."
    },
    "send": "Send code",
    "resend": "Send a new code",
    "sent": "We sent a 6-digit code to {address}. It expires in 10 minutes."
  },
  "enrol": {
    "title": "Set up two-step verification",
    "text": "To continue, add a second way to confirm it’s you. We’ll ask for it when you sign in.",
    "bound_text": "To continue, add a passkey that stays on one device, such as a security key. Synced passkeys aren’t enough here."
  },
  "totp": {
    "scan": "Scan this QR code with your authenticator app",
    "open": "Open an authenticator app on this device",
    "key": "Can’t scan it? Enter this key in the app",
    "enter": "Then enter the 6-digit code from the app",
    "qr": "QR code with the key",
    "add": "Add authenticator app"
  },
  "recovery_codes": {
    "title": "Save your recovery codes",
    "text": "If you lose your device, sign in with a recovery code. Each code works once. Store them in a safe place: we won’t show them again.",
    "copy": "Copy",
    "copied": "Copied",
    "download": "Download",
    "print": "Print",
    "saved": "I’ve saved my codes"
  },
  "identifier": {
    "either": "Username or email",
    "email": "Email",
    "missing_either": "Enter your username or email",
    "missing_email": "Enter your email",
    "incorrect_email": "Incorrect email or password"
  },
  "sign_up": {
    "title": "Create an account",
    "name": "Name (optional)",
    "email": "Email (optional)",
    "create": "Create account",
    "pending": "Creating your account…",
    "sign_in": "Already have an account? Sign in",
    "problem": {
      "username_invalid": "Use up to 100 letters, digits, spaces, dots or dashes, without the @ sign",
      "username_taken": "This username is taken. Choose another one.",
      "name_invalid": "Enter a name of up to 100 characters",
      "email_invalid": "Enter an email address such as name@example.com, or leave it empty",
      "missing_email": "Enter your email",
      "email_needed": "Enter an email address such as name@example.com",
      "code_over": "This code no longer works. Enter your password and create the account again."
    },
    "email_required": "Email",
    "username_optional": "Username (optional)",
    "username_hint": "If you leave this empty, you sign in with your email."
  },
  "mailed_code": {
    "title": "Enter the code",
    "sent_to": "We sent a code to {email}. It expires in {minutes, plural, one {# minute} other {# minutes}}.",
    "maybe_sent": "If your account has a verified email, we sent a code to it. It expires in {minutes, plural, one {# minute} other {# minutes}}.",
    "code": "Code",
    "hint": "Didn’t get an email? Check your spam folder.",
    "resend": "Send a new code",
    "resent": "We sent a new code. The previous one no longer works.",
    "pending": "Checking…",
    "problem": {
      "missing_code": "Enter the code from the email",
      "wrong_code": "Incorrect code. Check the newest email."
    }
  },
  "consent": {
    "title": "Allow {app}",
    "heading": "{app} wants to access your account",
    "heading_sign_in": "{app} wants to sign you in",
    "account": "Signed in as",
    "identity": "Your information",
    "resources": "What {app} can do",
    "details": "Also shared",
    "choose": "Uncheck anything you don’t want to share.",
    "required": "Required",
    "emphasize": "Sensitive",
    "remember": "Remember this decision",
    "remember_hint": "{app} won’t ask again for the same access.",
    "allow": "Allow",
    "deny": "Don’t allow",
    "pending": "One moment…",
    "calls_itself": "It calls itself “{name}”. Nobody here has checked it.",
    "unchecked": "Nobody here has checked this app.",
    "local_program": "A program on this computer will receive the answer. Continue only if you started it yourself a moment ago.",
    "redirect": "You’ll continue to {host}.",
    "about": "About {app}",
    "website": "Website",
    "policy": "Privacy policy",
    "terms": "Terms",
    "unknown_scope": "Use {scope}",
    "offline": "Keep access when you’re away",
    "offline_text": "{app} keeps this access when you’re away, until you remove it.",
    "problem": {
      "nothing_selected": "Select at least one permission, or choose “Don’t allow”"
    },
    "heading_tenant": "{app} wants to access your {tenant} account",
    "remember_hint_for": "{app} won’t ask again for the same access for {duration}.",
    "undo": "You can remove access later in Connected apps.",
    "redirect_details": "View full address",
    "allowed": "Already allowed"
  },
  "scope": {
    "openid": {
      "name": "Your identity",
      "text": "Confirms that you’re the same person each time."
    },
    "profile": {
      "name": "Your profile",
      "text": "Your name and other profile details."
    },
    "email": {
      "name": "Your email address",
      "text": "Your email address and whether it’s verified."
    },
    "phone": {
      "name": "Your phone number",
      "text": "Your phone number and whether it’s verified."
    },
    "address": {
      "name": "Your postal address",
      "text": "Street, town, postal code and country."
    },
    "roles": {
      "name": "Your roles",
      "text": "The roles assigned to you."
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
    "warning": "Only enter a code from a device you have with you. Never enter a code that someone sent you.",
    "continue": "Continue",
    "pending": "One moment…",
    "where": "Where do I find the code?",
    "where_text": "On a TV, open the app and choose to sign in. In a terminal, the program prints the code. If you don’t see one, start again on the device.",
    "problem": {
      "missing_code": "Enter the code shown on your device",
      "unknown_code": "This code is incorrect or has expired. Check your device for the current code."
    }
  },
  "device_confirm": {
    "title": "Connect {app}",
    "heading": "Connect {app} to your account?",
    "code": "Check that your device shows this code",
    "account": "Account",
    "requested": "Requested",
    "from": "IP address",
    "access": "Access",
    "warning": "If you didn’t start this on your own device, or someone sent you the code or link, choose “Don’t connect”.",
    "deny": "Don’t connect",
    "allow": "Connect",
    "pending": "One moment…"
  },
  "device_done": {
    "title": "You’re connected",
    "heading": "You’re connected",
    "text": "Go back to your device. It may take a few seconds. You can close this page.",
    "manage": "Manage connected apps"
  },
  "device_denied": {
    "title": "Device not connected",
    "heading": "Device not connected",
    "text": "Nothing was shared. You can close this page.",
    "again": "Enter another code",
    "report": "Report this",
    "report_hint": "Did someone send you the code or link? Report it to the administrators.",
    "reported": "Thank you. The administrators can see your report."
  },
  "logout": {
    "title": "Sign out",
    "heading": "Sign out?",
    "text": "You’re signed in as {username}. This ends your session in this browser.",
    "text_many": "Several accounts are signed in on this browser. Choose which ones to sign out.",
    "sign_out": "Sign out",
    "stay": "Stay signed in",
    "pending": "Signing out…",
    "apps": "You’ll also be signed out of {apps}.",
    "accounts": "Accounts on this browser",
    "sign_out_all": "Sign out of all accounts",
    "problem": {
      "nothing_selected": "Select at least one account, or choose “Stay signed in”"
    }
  },
  "logged_out": {
    "title": "You’re signed out",
    "heading": "You’re signed out",
    "text": "On a shared computer, close the browser too.",
    "refused": {
      "heading": "You’re signed out, but the app’s request failed",
      "text": "The app that sent you here made a request we can’t complete, so you stay on this page. You can close it. If it happens again, contact the app’s support."
    },
    "home": "Go to the start page",
    "return_to": "Return to {app}",
    "apps_pending": "Signing you out of your apps…",
    "apps_done": "You’re signed out of your apps.",
    "apps_slow": "Some apps didn’t respond. Close them too.",
    "apps": "Your apps",
    "app_waiting": "Signing out…",
    "app_told": "Signed out",
    "app_failed": "Didn’t respond. Close this app.",
    "app_silent": "You may still be signed in. Close this app.",
    "provider": "You may still be signed in at {provider}. Sign out there too."
  },
  "error": {
    "page_title": "Problem signing in",
    "heading": "Something went wrong",
    "text": "Go back to the app and start again. If it happens again, contact its support.",
    "reference": "Reference {reference}",
    "reference_hint": "Include this when you ask for help.",
    "details": "Details for the app’s developer",
    "investigate": "Investigate in the admin area",
    "continue_to": "Return to {app}",
    "home": "Go to the start page",
    "retry": "Try again",
    "restart": "Start again",
    "interaction_unknown": {
      "title": "This sign-in page is no longer valid",
      "text": "The link is incomplete or was already used. Go back to the app and sign in again."
    },
    "interaction_expired": {
      "title": "Your sign-in took too long",
      "text": "To keep your account safe, sign-in pages expire. Start again."
    },
    "interaction_expired_pushed": {
      "title": "Your sign-in took too long",
      "text": "To keep your account safe, sign-in pages expire. Go back to the app and sign in again."
    },
    "interaction_other_browser": {
      "title": "Continue in your original browser",
      "text": "Finish signing in with the browser you started in, and allow cookies. Or go back to the app and sign in again."
    },
    "interaction_finished": {
      "title": "You’ve already answered",
      "text": "This sign-in is complete. Go back to the app to continue."
    },
    "interaction_overtaken": {
      "title": "This sign-in can’t be completed",
      "text": "The app was changed while you were signing in. Nothing was shared. Go back to the app and start again."
    },
    "device_expired": {
      "title": "This request expired",
      "text": "It was already answered or took too long. Start again on your device."
    },
    "forbidden_origin": {
      "title": "This form wasn’t sent from our page",
      "text": "Nothing was changed. Go back to the app and start again."
    },
    "invalid_request": {
      "title": "The app sent an invalid request",
      "text": "This isn’t your fault, and nothing was shared. Contact the app’s support."
    },
    "invalid_client": {
      "title": "We don’t recognize this app",
      "text": "It isn’t registered here or has been disabled. Nothing was shared with it."
    },
    "document_failed": {
      "title": "We can’t verify this app",
      "text": "We couldn’t read the app’s description at its own address. Nothing was shared. Try again later, or contact the app’s support."
    },
    "document_invalid": {
      "title": "We can’t verify this app",
      "text": "The app’s description at its own address isn’t valid. Nothing was shared. Contact the app’s support and send them the details below."
    },
    "domain_denied": {
      "title": "This app isn’t allowed here",
      "text": "The administrators of this service don’t allow apps from this address. Nothing was shared with it."
    },
    "agent_pending": {
      "title": "An administrator has to approve {host} first",
      "text": "Nothing was shared with it. If your account has a verified email, we’ll tell you when it’s approved. You can also ask your administrator: give them the reference below."
    },
    "agent_limit": {
      "title": "Too many new apps",
      "text": "You’ve connected many new apps in a short time. Wait a while, then try again."
    },
    "invalid_redirect_uri": {
      "title": "The return address isn’t registered",
      "text": "The app tried to send you to an address it hasn’t registered, so we stopped. Contact the app’s support."
    },
    "missing_redirect_uri": {
      "title": "The app didn’t send a return address",
      "text": "We don’t know where to send you, so we stopped. Contact the app’s support."
    },
    "no_way_to_sign_in": {
      "title": "You can’t sign in here",
      "text": "The app doesn’t allow any sign-in method that you can use. Contact its support."
    },
    "too_many_requests": {
      "title": "Too many requests",
      "text": "Wait a few minutes, then try again."
    },
    "too_many_sign_ins": {
      "title": "Too many sign-in attempts",
      "text": "Wait a few minutes, then try again. You can also sign in another way, or with a browser where you’ve signed in before."
    },
    "unavailable": {
      "title": "Service temporarily unavailable",
      "text": "Nothing was lost. Try again in a few seconds."
    },
    "not_found": {
      "title": "Page not found",
      "text": "Check the address, or go to the start page."
    },
    "server_error": {
      "title": "Something went wrong on our end",
      "text": "Nothing was shared. Try again in a moment. If it happens again, ask for help and include the reference below."
    },
    "request_too_large": {
      "title": "Request too large",
      "text": "You sent more data than we accept. Go back and try again."
    }
  },
  "leave": {
    "title": "Leaving this page",
    "heading": "Do you recognize this address?",
    "text": "{app} registered itself and hasn’t been reviewed. It wants to send you to {host}. Continue only if you recognize that address. Otherwise, close this page.",
    "continue": "Go to {host}"
  },
  "form_post": {
    "title": "Returning to the app",
    "heading": "One moment",
    "text": "We’re taking you back to the app.",
    "continue": "Continue"
  },
  "setup": {
    "title": "Set your password",
    "heading": "Set your password",
    "account": "Account",
    "password": "New password",
    "password_hint": "At least {minimum, plural, one {# character} other {# characters}}. Several words together are easy to remember.",
    "confirmation": "Confirm new password",
    "save": "Set password",
    "pending": "Saving…",
    "done": {
      "heading": "Your password is set",
      "text": "You can now sign in with your username and this password."
    },
    "invalid": {
      "heading": "This link doesn’t work",
      "text": "It was already used or has expired. Ask an administrator for a new one."
    },
    "problem": {
      "missing_password": "Enter a new password",
      "mismatch": "Enter the same password twice",
      "password_too_short": "Use at least {minimum, plural, one {# character} other {# characters}}",
      "password_too_long": "Use a shorter password",
      "password_too_common": "Choose a password that’s harder to guess",
      "password_breached": "This password appeared in a data breach. Choose another one.",
      "password_contains_username": "Choose a password that doesn’t contain your username"
    }
  },
  "recover": {
    "forgot": "Forgot password?",
    "title": "Set a new password",
    "text": "If your account has a verified email, we’ll send you a link.",
    "identifier": {
      "username": "Username",
      "email": "Email",
      "either": "Username or email"
    },
    "missing_identifier": {
      "username": "Enter your username",
      "email": "Enter your email",
      "either": "Enter your username or email"
    },
    "send": "Send link",
    "pending": "Sending…",
    "back": "Back to sign in",
    "sent": {
      "heading": "Check your email",
      "text": "If your account has a verified email, we sent a link to it. It expires in {minutes, plural, one {# minute} other {# minutes}}.",
      "hint": "Didn’t get an email? Check your spam folder and what you entered.",
      "again": "Try another account"
    },
    "off": {
      "text": "This service doesn’t email password links. Ask an administrator for one.",
      "support": "Ask for help"
    }
  },
  "reset": {
    "done": {
      "heading": "Your password is set",
      "text": "You’re signed out everywhere. Sign in with your new password.",
      "sign_in": "Sign in"
    },
    "invalid": {
      "text": "It was already used, is older than {minutes, plural, one {# minute} other {# minutes}}, or was replaced by a newer one.",
      "again": "Request a new link"
    }
  },
  "verify": {
    "title": "Verify your email",
    "text": "Verify that {email} is your address.",
    "text_change": "{email} becomes your account’s email.",
    "confirm": "Verify email",
    "done": {
      "heading": "Email verified",
      "text": "You can close this page.",
      "signed_out": "To protect your account, we signed you out in other browsers. You can close this page."
    },
    "invalid": "It was already used, has expired, or another account uses this address. You can request a new link in your account."
  },
  "undo": {
    "title": "Undo your email change",
    "text": "{email} becomes your account’s email again. Everything added since then is removed: passkeys, authenticator apps, recovery codes and other ways to sign in. A password set since then stops working. You’ll be signed out everywhere, and apps lose access.",
    "confirm": "Undo change",
    "done": {
      "heading": "Email change undone",
      "text": "Your account uses its previous email again. You’re signed out everywhere.",
      "mailed": "Your account uses its previous email again. You’re signed out everywhere. We sent a link to set a new password to your previous email. Use it now."
    },
    "invalid": "It was already used or is older than 72 hours. Ask an administrator for help."
  },
  "link_page": {
    "account": "Go to your account"
  },
  "start": {
    "heading": "Sign in to your apps",
    "text": "This server signs users in and issues tokens to apps with OpenID Connect and OAuth 2.0.",
    "demo": "Try the demo application",
    "demo_text": "Sign in to a sample app and see the tokens it receives",
    "admin": "Admin area",
    "admin_text": "Clients, users and settings of this server",
    "demo_device": "Try the demo television",
    "demo_device_text": "Connect a device that has no keyboard",
    "discovery": "Discovery document",
    "discovery_text": "Everything a client library needs to connect",
    "keys": "Signing keys",
    "keys_text": "Public keys that verify our tokens",
    "sign_out": "Sign out",
    "sign_out_text": "End the session in this browser",
    "account": "Your account",
    "account_text": "Your profile, security, devices and connected apps"
  },
  "demo": {
    "title": "Demo application",
    "problem": "Something went wrong",
    "signed_out": {
      "heading": "You’re not signed in to this app",
      "text": "A small web app that knows only the portal’s address. Its server runs the authorization code flow with PKCE, state and nonce, verifies the ID token and calls UserInfo."
    },
    "hello": "Hello, {name}",
    "received": "The app received this data.",
    "id_token": "ID token, verified",
    "user_info": "UserInfo",
    "tokens": "Tokens",
    "sign_in": "Sign in",
    "sign_in_with": "Sign in with {parameter}",
    "sign_in_again": "Sign in again",
    "refresh": "Refresh tokens",
    "sign_out": "Sign out",
    "agent": {
      "heading": "Connect an agent",
      "text": "The demo has an MCP server. Add it to your agent: the agent finds the portal, registers itself and opens this portal’s sign-in page.",
      "next": "Sign in, allow access, and ask the agent: “Who am I?”",
      "govern": "Administrators see and block agents"
    }
  },
  "demo_device": {
    "title": "Demo television",
    "problem": {
      "access_denied": "You chose not to connect this device.",
      "expired_token": "The code expired.",
      "other": "Something went wrong"
    },
    "idle": {
      "heading": "This TV isn’t connected",
      "text": "A device with a screen and no keyboard. It gets a code from the portal, shows it, and waits until someone enters it on a phone.",
      "start": "Show code"
    },
    "waiting": {
      "heading": "Connect this TV",
      "text": "Scan the QR code, or open the address on your phone or computer and enter the code.",
      "picture": "QR code with the address and the code",
      "address": "Address",
      "code": "Code",
      "lifetime": "Expires in",
      "check": "Check again",
      "stop": "Stop",
      "here": "Open the address with the code in a new window",
      "interval": "The TV checks every {seconds, plural, one {second} other {# seconds}}."
    },
    "connected": {
      "text": "The TV received this data.",
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
      "unknown_domain": "We don’t recognize this organization. Check the spelling, or choose another way."
    },
    "search": "Search the list",
    "search_start": "Search",
    "search_nothing": "No matches for “{text}”.",
    "search_all": "Show all",
    "own": "Your organization",
    "others": "Others"
  },
  "link": {
    "heading": "An account with this email already exists",
    "text": "{provider} knows you as {email}, and an account here already uses that address. Sign in to it once to connect the two.",
    "confirm": "Sign in and connect",
    "problem": {
      "other_account": "Sign in to the account that uses this email"
    }
  },
  "complete": {
    "heading": "Complete your profile",
    "text": "Choose a username to finish.",
    "account": "Your account at {provider}",
    "hint": "Don’t include an @ sign.",
    "confirm": "Create account",
    "problem": {
      "missing_username": "Enter a username",
      "invalid_username": "Use up to 100 letters, digits, spaces, dots or dashes, without the @ sign",
      "username_taken": "This username is taken. Choose another one."
    }
  },
  "federation": {
    "retry": "Try again",
    "other_way": "Use another way",
    "problem": {
      "cancelled": {
        "title": "You didn’t sign in",
        "text": "Sign-in at {provider} was canceled. Nothing was shared."
      },
      "unavailable": {
        "title": "Can’t reach {provider}",
        "text": "{provider} isn’t responding. Try again in a minute, or sign in another way."
      },
      "misconfigured": {
        "title": "Sign-in with {provider} isn’t set up correctly",
        "text": "This isn’t your fault. Contact an administrator, or sign in another way."
      },
      "response": {
        "title": "We couldn’t verify the response from {provider}",
        "text": "To keep your account safe, we didn’t sign you in. Try again. If it happens again, ask for help and include the reference below."
      },
      "not_linked": {
        "title": "You don’t have an account here",
        "text": "You signed in at {provider}, but you don’t have an account here. Ask an administrator to create one."
      },
      "disabled": {
        "title": "Your account is disabled",
        "text": "You signed in at {provider}, but your account here is disabled. Ask an administrator for help."
      },
      "tenant": {
        "title": "Your account can’t be used here",
        "text": "You signed in at {provider}, but your account doesn’t belong to this organization. Sign in with another account."
      }
    }
  },
  "passkey": {
    "sign_in": "Sign in with a passkey",
    "waiting": "Follow the steps in your browser.",
    "checking": "Checking your passkey…",
    "cancelled": "Passkey sign-in was canceled. Try again, or sign in another way.",
    "failed": "Passkeys don’t work right now. Try again, or sign in another way.",
    "unsupported": "This browser doesn’t support passkeys.",
    "needs_script": "Passkeys need JavaScript.",
    "problem": {
      "passkey_unknown": "This passkey is no longer registered here. Sign in another way.",
      "passkey_refused": "We couldn’t verify this passkey. Try again, or sign in another way.",
      "passkey_expired": "That took too long. Try again.",
      "passkey_copied": "This passkey may have been copied, so it can’t be used here. Sign in another way and replace it."
    },
    "second_factor": "Use your passkey",
    "list": {
      "title": "Passkeys",
      "text": "Sign in with your fingerprint, face or screen lock. Passkeys can’t be guessed and only work on this site.",
      "empty": "You don’t have any passkeys yet.",
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
      "text": "Your device asks for your fingerprint, face or screen lock. These never leave your device.",
      "name": "Name (optional)",
      "button": "Create passkey",
      "saving": "Saving your passkey…",
      "cancelled": "No passkey was created. Try again when you’re ready.",
      "exists": "You already have a passkey on this device.",
      "failed": "We couldn’t create a passkey. Try again, or use another device.",
      "too_many": "Your account has the maximum number of passkeys. Remove one first.",
      "done": "Your passkey is ready."
    },
    "edit": {
      "title": "Passkey",
      "name": "Name",
      "name_hint": "Choose a name you’ll recognize, such as “Work laptop”.",
      "save": "Save",
      "saved": "The name was saved.",
      "remove": "Remove passkey",
      "remove_text": "You’ll no longer be able to sign in with this passkey. Remove it from your device or password manager too.",
      "removed": "The passkey was removed.",
      "confirm": {
        "heading": "Remove {name}?",
        "text": "You’ll no longer be able to sign in with this passkey. Trusted devices will ask for your second step again.",
        "button": "Remove passkey"
      },
      "problem": {
        "name": "Enter a name of up to 100 visible characters",
        "needed_by_policy": "Two-step verification is required here. Add another passkey or an authenticator app before you remove this one.",
        "only_way": "This passkey is your only way to sign in. Set a password or create another passkey before you remove it."
      }
    }
  },
  "account": {
    "change": "Not you? Use another account",
    "title": "Your account",
    "skip": "Skip to content",
    "signed_in_as": "Signed in as",
    "switch": "Switch account",
    "sign_out": "Sign out",
    "pending": "One moment…",
    "save": "Save",
    "cancel": "Cancel",
    "missing": "This page doesn’t exist.",
    "sections": {
      "profile": "Personal info",
      "security": "Security",
      "devices": "Devices and sessions",
      "apps": "Connected apps"
    },
    "profile": {
      "text": "What other people and apps see about you.",
      "picture": "Picture",
      "name": "Name",
      "username": "Username",
      "email": "Email",
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
      "managed_text": "{provider} updates this each time you sign in. Change it there."
    },
    "name": {
      "text": "Leave a field empty to remove it.",
      "name": "Full name",
      "given_name": "Given name",
      "family_name": "Family name",
      "problem": "Use up to 100 visible characters",
      "done": "Your name was saved."
    },
    "username": {
      "text": "You sign in with it. Apps may show it to others.",
      "problem": {
        "username_invalid": "Use up to 100 letters, digits, spaces, dots or dashes, or your own verified email"
      },
      "done": "Your username was changed. Use the new one to sign in."
    },
    "language": {
      "title": "Language and time zone",
      "text": "Used for pages and emails. Apps may use them too.",
      "problem": "Choose a language from the list",
      "zone_problem": "Choose a time zone from the list",
      "done": "Your language and time zone were saved."
    },
    "picture": {
      "text": "Apps that can see your profile can show it.",
      "file": "New picture",
      "hint": "PNG, JPEG or WebP, up to 1 MB. We crop it to a square.",
      "remove": "Remove picture",
      "done": "Your picture was saved.",
      "removed": "Your picture was removed.",
      "problem": {
        "missing": "Choose a picture",
        "too_large": "Choose a picture of up to 1 MB",
        "type": "Choose a PNG, JPEG or WebP picture",
        "not_drawn": "We can’t read this picture. Choose another one."
      }
    },
    "password": {
      "title": "Change your password",
      "title_first": "Set a password",
      "text": "Trusted devices will ask for your second step again.",
      "end_others": "Sign out everywhere else",
      "end_others_hint": "You stay signed in here.",
      "disconnect_apps": "Disconnect all apps",
      "disconnect_apps_hint": "They lose access until you allow it again.",
      "save": "Save password",
      "done": "Your password was saved."
    },
    "devices": {
      "text": "Where you’re signed in.",
      "this": "This device",
      "on": "{browser} on {system}",
      "unknown": "Another program",
      "near": "near {place}",
      "first_seen": "First seen",
      "last_seen": "Last seen",
      "apps": "Apps",
      "end": "Sign out",
      "end_label": "Sign out: {device}",
      "end_others": "Sign out everywhere else",
      "end_others_text": "Ends all other sessions and the access that apps got through them. Apps that keep access when you’re away keep it.",
      "ended": "Session ended.",
      "ended_others": "You’re signed out everywhere else.",
      "none": "No other active sessions.",
      "doubt": "Don’t recognize one? Change your password and sign out everywhere else.",
      "activity": "See recent activity"
    },
    "apps": {
      "text": "Apps you allowed to use your account.",
      "empty": "You haven’t connected any apps.",
      "provided": "Provided by your organization",
      "provided_text": "These apps don’t ask for your permission.",
      "allowed": "Allowed",
      "connected": "Connected",
      "last_used": "Last used",
      "ends": "Access ends",
      "never_used": "Not used yet",
      "keeps": "Keeps access when you’re away",
      "loses": "No access when you’re away",
      "devices": "Devices connected with a code",
      "device": "Device",
      "bound": "Bound to its key",
      "unverified": "Not verified",
      "unused": "Not used recently",
      "permissions": "What it can do",
      "client_id": "Client ID",
      "remove": "Remove access",
      "remove_heading": "Remove access for {app}?",
      "remove_text": "{app} and its devices are signed out and lose access to your account. You can’t undo this. To connect again, sign in there and allow it. {app} keeps the data it already stored. Access it is using right now can last until it expires.",
      "end": "End access",
      "end_heading": "End access for {app}?",
      "end_text": "{app} and its devices are signed out. {app} has access again when you sign in there. {app} keeps the data it already stored. Access it is using right now can last until it expires.",
      "removed": "{app} no longer has access.",
      "remove_scope": "Remove",
      "remove_scope_label": "Remove: {scope}",
      "scope_removed": "{app} no longer has this permission.",
      "scope_required": "You can’t remove this permission by itself. Remove access for the app instead."
    },
    "activity": {
      "title": "Recent activity",
      "text": "What happened to your account in the last 90 days.",
      "empty": "No activity in this period.",
      "older": "Older activity",
      "by_administrator": "By an administrator",
      "not_me": "This wasn’t me",
      "not_me_heading": "Sign everyone out?",
      "not_me_confirm": "Sign everyone out",
      "not_me_text": "Ends all sessions, including this one. Apps lose access, trusted devices are forgotten, and unused links stop working. If you have a verified email, we’ll send you a link to set a new password.",
      "ended_title": "Everyone is signed out",
      "ended_mailed": "We sent a link to set a new password to your email.",
      "ended_plain": "Sign in and change your password, or ask an administrator for help.",
      "events": {
        "sign_in_succeeded": "Signed in",
        "sign_in_failed": "Failed sign-in",
        "sign_out_completed": "Signed out",
        "session_ended": "Session ended",
        "consent_granted": "Allowed an app",
        "consent_denied": "Didn’t allow an app",
        "grant_revoked": "App access removed",
        "device_code_approved": "Connected a device",
        "device_code_denied": "Didn’t connect a device",
        "password_changed": "Password changed",
        "password_link_created": "Password link created",
        "factor_added": "Sign-in method added",
        "factor_updated": "Sign-in method changed",
        "factor_removed": "Sign-in method removed",
        "recovery_requested": "Account recovery requested",
        "recovery_completed": "Account recovered",
        "email_verified": "Email verified",
        "email_change_started": "Email change started",
        "email_change_cancelled": "Email change canceled",
        "email_changed": "Email changed",
        "email_restored": "Email restored",
        "identity_linked": "Connected to a provider",
        "identity_unlinked": "Disconnected from a provider",
        "user_created": "Account created",
        "user_updated": "Profile changed",
        "user_signed_out": "Signed out everywhere"
      }
    },
    "delete": {
      "title": "Delete your account",
      "text": "Deletes your profile, your sessions and all access you gave to apps. You can’t undo this. Apps keep the data they already stored.",
      "username": "Type your username ({username}) to confirm",
      "button": "Delete account",
      "problem": "Type your username exactly as shown",
      "last_owner": "You’re the last owner who can sign in. Give another user that role first.",
      "done_title": "Your account was deleted",
      "done_text": "You’re signed out everywhere."
    },
    "email": {
      "title": "Your email",
      "text": "We’ll send a link to the new address. Your current address stays until you open it.",
      "current": "Current email",
      "new": "New email",
      "save": "Send link",
      "waiting": "We sent a link to {email}. Open it to change your email.",
      "resend": "Send again",
      "cancel_change": "Cancel change",
      "verify": "Send verification link",
      "sent": "We sent a link to {email}.",
      "cancelled": "The change was canceled.",
      "problem": {
        "email_invalid": "Enter an email address such as name@example.com",
        "email_same": "This is already your email. Enter another one.",
        "no_mail": "This service can’t send email. Ask an administrator for help.",
        "no_change": "There’s nothing to send again. Enter an email.",
        "password_due": "First set a new password with a link from an administrator. Then you can change your email."
      }
    },
    "notices": {
      "title": "New since your last visit",
      "read": "Mark as read",
      "check": "Not you? See your devices",
      "done": "Marked as read.",
      "kinds": {
        "password_changed": "Your password was changed",
        "username_changed": "Your username was changed",
        "factor_added": "A sign-in method was added",
        "factor_removed": "A sign-in method was removed",
        "recovery_code_used": "A recovery code was used",
        "recovery_codes_low": "You have few recovery codes left",
        "factor_stopped": "Too many failed sign-ins. We limited one way to sign in.",
        "email_changed": "Your email was changed",
        "new_device": "Signed in on a new device",
        "app_connected": "An app can use your account when you’re away",
        "agent_connected": "An app that nobody here has checked can use your account",
        "device_connected": "A device was connected"
      }
    },
    "passkey_offer": {
      "text": "You recovered your account. With a passkey, there’s no password to forget.",
      "later": "Not now"
    },
    "security": {
      "text": "How you sign in and what protects your account.",
      "manage": "Manage",
      "manage_label": "Manage: {label}",
      "recovery_codes": "Recovery codes",
      "trusted": "Trusted devices",
      "unused": "Unused: {count}",
      "activity": "Recent activity"
    },
    "authenticator": {
      "text": "An app shows a code that you enter when you sign in. It works offline.",
      "replace": "Replace",
      "replace_text": "Set up the new app. Your current one then stops working.",
      "remove": "Remove",
      "confirm": "Remove the authenticator app?",
      "confirm_text": "Its codes stop working. Trusted devices will ask for your second step again.",
      "added": "Your authenticator app is ready.",
      "removed": "The authenticator app was removed.",
      "needed": "Two-step verification is required here. Create a passkey before you remove the authenticator app."
    },
    "recovery_codes": {
      "text": "Use a recovery code to sign in when you don’t have your device. Each code works once.",
      "none": "You don’t have any recovery codes.",
      "needs_factor": "Create a passkey or add an authenticator app first. You then get recovery codes too.",
      "made": "Created {date}",
      "renew": "Create new codes",
      "renew_text": "New codes replace the ones you have."
    },
    "trusted": {
      "text": "These devices don’t ask for your second step.",
      "none": "You don’t have any trusted devices.",
      "until": "Trusted until {date}",
      "last_used": "Last used {date}",
      "remove": "Remove",
      "remove_label": "Remove {device}",
      "remove_all": "Remove all",
      "remove_text": "The next sign-in there asks for your second step. Your sessions stay active.",
      "removed": "The device is no longer trusted.",
      "removed_all": "None of your devices are trusted anymore."
    },
    "pages": {
      "label": "Pages",
      "previous": "Previous page",
      "next": "Next page"
    }
  },
  "time": {
    "now": "less than a minute ago"
  },
  "mail": {
    "link_hint": "If the button doesn’t work, open this address:",
    "link_line": "{label}:",
    "fact": "{label}: {value}",
    "foot": "Sent by {sender}, {host}",
    "valid": "This link works once and expires in {time}.",
    "code_valid": "This code expires in {time}.",
    "ignore": "If you didn’t request this, ignore this email.",
    "keep_code": "Don’t share this code. We’ll never ask you for it.",
    "not_you": "If this wasn’t you, someone else may have access to your account. Review it now.",
    "change_password": "Someone may know your password. Change it.",
    "email_gone": "Your account at {sender} no longer uses this email.",
    "facts": {
      "time": "Time",
      "browser": "Browser",
      "address": "IP address",
      "place": "Place",
      "name": "Name",
      "method": "Method",
      "left": "Codes left"
    },
    "actions": {
      "verify": "Verify email",
      "recover": "Set a new password",
      "invite": "Set up your account",
      "sign_in": "Sign in",
      "undo": "Undo change",
      "review": "Review your account",
      "apps": "Review connected apps",
      "codes": "Get new codes"
    },
    "factor": {
      "passkey": "Passkey",
      "totp": "Authenticator app",
      "recovery": "Recovery codes",
      "email": "Email code",
      "password": "Password",
      "provider": "Identity provider"
    },
    "kinds": {
      "test": {
        "subject": "Test email",
        "text": "{sender} can send email. An administrator sent this email as a test."
      },
      "verify_email": {
        "subject": "Verify your email",
        "text": "Someone entered this address for an account at {sender}. If this was you, verify it."
      },
      "recover": {
        "subject": "Set a new password",
        "text": "Someone requested a new password for your account at {sender}."
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
        "text": "Someone tried to create an account at {sender} with this address. You already have one, so we didn’t create another."
      },
      "email_changed": {
        "subject": "Your email was changed",
        "text": "Your account at {sender} now uses the email {current}."
      },
      "password_changed": {
        "subject": "Your password was changed",
        "text": "The password of your account at {sender} was changed."
      },
      "username_changed": {
        "subject": "Your username was changed",
        "text": "The username of your account at {sender} was changed. It is now {username}."
      },
      "factor_added": {
        "subject": "A sign-in method was added",
        "text": "Added to your account at {sender}: {factor}."
      },
      "factor_removed": {
        "subject": "A sign-in method was removed",
        "text": "Removed from your account at {sender}: {factor}."
      },
      "recovery_code_used": {
        "subject": "A recovery code was used",
        "text": "A recovery code of your account at {sender} was used. Each code works once."
      },
      "recovery_codes_low": {
        "subject": "You have few recovery codes left",
        "text": "Create new recovery codes for your account at {sender} before you run out. New codes replace the old ones."
      },
      "factor_stopped": {
        "subject": "Too many failed sign-ins",
        "text": "Signing in to your account at {sender} failed 100 times in a row with the method below. None of these attempts got in. To protect you, we limit this method in browsers you haven’t used before. To lift the limit, sign in another way, or with a browser you’ve used before."
      },
      "new_device": {
        "subject": "New sign-in to your account",
        "text": "Someone signed in to your account at {sender} with a new browser."
      },
      "app_connected": {
        "subject": "{app} can access your account",
        "text": "{app} can now use your account at {sender}, even when you’re away."
      },
      "agent_connected": {
        "subject": "{app} can access your account",
        "text": "{app} can now use your account at {sender}. Nobody here has checked this app."
      },
      "agent_approved": {
        "subject": "{app} was approved",
        "text": "You asked to use {app} with your account at {sender}. An administrator has approved it. Start again from the app to connect it."
      },
      "device_connected": {
        "subject": "{app} was connected on a device",
        "text": "A device was connected to your account at {sender}. It uses {app}."
      }
    }
  },
  "outbox": {
    "title": "Outbox",
    "text": "This server doesn’t send email because SMTP_URL isn’t set. It saves each email as a file in {folder}.",
    "empty": "No emails yet",
    "to": "To {address}",
    "all": "All emails"
  }
};
export default messages;
