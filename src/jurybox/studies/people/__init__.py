"""People: the raters of a study with their links, organisers, and what raters ask."""

from typing import TYPE_CHECKING

from jurybox.doors import door

if TYPE_CHECKING:
    from jurybox.store import Organiser
    from jurybox.studies.people.enquiries import EnquiryView, ReplyDraft, list_enquiries, reply
    from jurybox.studies.people.links import LinkCard, link_cards, links_file, qr_code
    from jurybox.studies.people.organisers import (
        add_api_token,
        add_organiser,
        by_api_token,
        by_session,
        check_password,
        end_session,
        revoke_api_token,
        set_password,
        sign_in_by_link,
        sign_in_link,
        start_session,
    )
    from jurybox.studies.people.raters import (
        RaterInfo,
        add_rater,
        find_rater,
        list_raters,
        rater_named,
        refuse_taken_name,
        renew_link,
        revoke_rater,
    )
    from jurybox.studies.people.roles import (
        FIRST_NAME,
        Happening,
        Invitation,
        OrganiserInfo,
        PasswordWish,
        change_password,
        choose_language,
        first_link,
        history,
        invite,
        invite_again,
        list_organisers,
        remove_organiser,
        set_administrator,
    )
    from jurybox.studies.people.roster import RosterLine, add_raters, read_list_file, show_roster
else:
    __getattr__ = door(__name__)

__all__ = [
    "FIRST_NAME",
    "EnquiryView",
    "Happening",
    "Invitation",
    "LinkCard",
    "Organiser",
    "OrganiserInfo",
    "PasswordWish",
    "RaterInfo",
    "ReplyDraft",
    "RosterLine",
    "add_api_token",
    "add_organiser",
    "add_rater",
    "add_raters",
    "by_api_token",
    "by_session",
    "change_password",
    "check_password",
    "choose_language",
    "end_session",
    "find_rater",
    "first_link",
    "history",
    "invite",
    "invite_again",
    "link_cards",
    "links_file",
    "list_enquiries",
    "list_organisers",
    "list_raters",
    "qr_code",
    "rater_named",
    "read_list_file",
    "refuse_taken_name",
    "remove_organiser",
    "renew_link",
    "reply",
    "revoke_api_token",
    "revoke_rater",
    "set_administrator",
    "set_password",
    "show_roster",
    "sign_in_by_link",
    "sign_in_link",
    "start_session",
]
